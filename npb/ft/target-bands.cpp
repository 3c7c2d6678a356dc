// What a CPU as device wants: an iteration is a tile of eight lines, a SIMD lane each, or a row.

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_fields.hpp"
#include "ft_rows.hpp"
#include "ft_steps.hpp"

namespace {

using std::size_t;
using std::uint64_t;

void set_up(ft::State& s) {
  const ft::Box box = s.box;
  const size_t row = s.row, plane = s.plane;
  uint64_t* jump = s.jump.data();
  double *root_re = s.root_re.data(), *root_im = s.root_im.data(), *damping = s.damping.data();
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  #pragma omp target teams distribute parallel for
  for (int entry = 0; entry < box.entries(); ++entry)
    ft::set_entry(box, entry, jump, root_re, root_im, damping);
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < box.nz; ++k)
    for (int j = 0; j < box.ny; ++j) {
      const uint64_t even = ft::first_state * jump[box.nx + j] * jump[box.nx + box.ny + k];
      #pragma omp simd
      for (int i = 0; i < box.nx; ++i) {
        const size_t at = k * plane + j * row + i;
        mode_re[at] = ft::uniform(even * jump[i]);
        mode_im[at] = ft::uniform(even * npb::multiplier * jump[i]);
      }
    }
}

void forward(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j) {
      const size_t at = k * plane + j * row;
      ft::forward_row(mode_re + at, mode_im + at, nx, {root_re, root_im});
    }
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int i = 0; i < nx; i += ft::lanes) {
      const size_t at = k * plane + i;
      ft::forward_tile(mode_re + at, mode_im + at, row, ny, {root_re + nx, root_im + nx});
    }
  #pragma omp target teams distribute parallel for collapse(2)
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; i += ft::lanes) {
      const size_t at = j * row + i;
      const int z = nx + ny;
      ft::forward_tile(mode_re + at, mode_im + at, plane, nz, {root_re + z, root_im + z});
    }
}

void backward(ft::State& s, int step) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane, entries = s.entries;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  const double* damping = s.damping.data();
  const double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  double *re = s.re.data(), *im = s.im.data();
  #pragma omp target teams distribute parallel for collapse(2)
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; i += ft::lanes) {
      const size_t at = j * row + i;
      const int z = nx + ny;
      const double* now = damping + step * entries;
      ft::damped_tile(mode_re + at, mode_im + at, re + at, im + at, plane, nz, now[nx + j], now + z,
                      now + i);
      ft::backward_tile(re + at, im + at, plane, nz, 8, {root_re + z, root_im + z});
    }
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int i = 0; i < nx; i += ft::lanes) {
      const size_t at = k * plane + i;
      ft::backward_tile(re + at, im + at, row, ny, 1, {root_re + nx, root_im + nx});
    }
  #pragma omp target teams distribute parallel for collapse(2)
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j) {
      const size_t at = k * plane + j * row;
      ft::backward_row(re + at, im + at, nx, {root_re, root_im});
    }
}

ft::Complex checksum(const ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const double *re = s.re.data(), *im = s.im.data();
  double sum_re = 0, sum_im = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum_re, sum_im) \
      reduction(+ : sum_re, sum_im)
  for (int sample = 1; sample <= ft::samples; ++sample) {
    const size_t at = 5 * sample % nz * plane + 3 * sample % ny * row + sample % nx;
    sum_re += re[at];
    sum_im += im[at];
  }
  return {sum_re, sum_im};
}

}  // namespace

template <typename Real>
void Ft::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  ft::State s(cls, ft::padding);
  const size_t entries = s.entries;
  const size_t dampings = entries * cls.niter;
  const size_t points = s.points;
  uint64_t* jump = s.jump.data();
  double *root_re = s.root_re.data(), *root_im = s.root_im.data(), *damping = s.damping.data();
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  double *re = s.re.data(), *im = s.im.data();

  #pragma omp target data map(alloc : jump[0 : entries], root_re[0 : entries]) \
      map(alloc : root_im[0 : entries], damping[0 : dampings])                 \
      map(alloc : mode_re[0 : points], mode_im[0 : points], re[0 : points], im[0 : points])
  ft::run_phases(cls, data, watch, s, set_up, forward, backward, checksum);
}

template void Ft::run(const Class&, Data<double>&, league::Stopwatch&);
