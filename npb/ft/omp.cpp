// What the host does: tiles of lines stay in a cache for all their passes, a plane for two axes.

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
  #pragma omp parallel
  {
    #pragma omp for
    for (int entry = 0; entry < box.entries(); ++entry)
      ft::set_entry(box, entry, jump, root_re, root_im, damping);
    #pragma omp for collapse(2)
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
}

void forward(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const ft::Roots x{s.root_re.data(), s.root_im.data()}, y = x.behind(nx), z = y.behind(ny);
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  #pragma omp parallel
  {
    #pragma omp for
    for (int k = 0; k < nz; ++k) {
      const size_t at = k * plane;
      for (int j = 0; j < ny; ++j)
        ft::forward_row(mode_re + at + j * row, mode_im + at + j * row, nx, x);
      for (int i = 0; i < nx; i += ft::lanes)
        ft::forward_tile(mode_re + at + i, mode_im + at + i, row, ny, y);
    }
    #pragma omp for collapse(2)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; i += ft::lanes) {
        const size_t at = j * row + i;
        ft::forward_tile(mode_re + at, mode_im + at, plane, nz, z);
      }
  }
}

void backward(ft::State& s, int step) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const ft::Roots x{s.root_re.data(), s.root_im.data()}, y = x.behind(nx), z = y.behind(ny);
  const double* damping = s.damping.data() + step * s.entries;
  const double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  double *re = s.re.data(), *im = s.im.data();
  #pragma omp parallel
  {
    #pragma omp for collapse(2)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; i += ft::lanes) {
        const size_t at = j * row + i;
        ft::damped_tile(mode_re + at, mode_im + at, re + at, im + at, plane, nz, damping[nx + j],
                        damping + nx + ny, damping + i);
        ft::backward_tile(re + at, im + at, plane, nz, 8, z);
      }
    #pragma omp for
    for (int k = 0; k < nz; ++k) {
      const size_t at = k * plane;
      for (int i = 0; i < nx; i += ft::lanes)
        ft::backward_tile(re + at + i, im + at + i, row, ny, 1, y);
      for (int j = 0; j < ny; ++j) ft::backward_row(re + at + j * row, im + at + j * row, nx, x);
    }
  }
}

ft::Complex checksum(const ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const double *re = s.re.data(), *im = s.im.data();
  double sum_re = 0, sum_im = 0;
  // By one thread: the samples are too few to wake the others for.
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
  ft::run_phases(cls, data, watch, s, set_up, forward, backward, checksum);
}

template void Ft::run(const Class&, Data<double>&, league::Stopwatch&);
