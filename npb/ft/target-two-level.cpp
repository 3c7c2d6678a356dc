// Two explicit levels against the combined construct: planes of sets to teams, rows of sets to the
// threads of a team, each thread walking along its row.

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_body.hpp"
#include "ft_fields.hpp"
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
  #pragma omp target teams distribute
  for (int k = 0; k < box.nz; ++k)
    #pragma omp parallel for
    for (int j = 0; j < box.ny; ++j)
      for (int i = 0; i < box.nx; ++i) {
        const size_t at = k * plane + j * row + i;
        const uint64_t even =
            ft::first_state * jump[i] * jump[box.nx + j] * jump[box.nx + box.ny + k];
        mode_re[at] = ft::uniform(even);
        mode_im[at] = ft::uniform(even * npb::multiplier);
      }
}

/// An axis of n points that are `apart` in memory; its part of the roots begins at `first`.
struct Axis {
  int n;
  int apart;
  int first;
};

template <int radix, int sign>
void pass(const ft::State& s, Axis axis, int length, double* re, double* im) {
  const int m = length / radix;
  const long step = long(m) * axis.apart;
  const int apart = axis.apart, root = axis.first + axis.n - length;
  // Sets count as their first points do: of the axis there are fewer.
  const int nx = apart == 1 ? s.box.nx / radix : s.box.nx;
  const int ny = apart == s.box.nx ? s.box.ny / radix : s.box.ny;
  const int nz = apart > s.box.nx ? s.box.nz / radix : s.box.nz;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  #pragma omp target teams distribute
  for (int k = 0; k < nz; ++k)
    #pragma omp parallel for
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const long set = (long(k) * ny + j) * nx + i;
        const long block = set / step, inside = set % step;
        const long p = root + inside / apart;
        const long at = block * radix * step + inside;
        ft::rooted_set<radix, sign>(re, im, at, step, root_re + p, root_im + p, m);
      }
}

void forward(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  for (const Axis axis : {Axis{nx, 1, 0}, Axis{ny, nx, nx}, Axis{nz, nx * ny, nx + ny}})
    for (int length = axis.n; length > 1; length /= ft::radix_of(length))
      if (ft::radix_of(length) == 8)
        pass<8, 1>(s, axis, length, s.mode_re.data(), s.mode_im.data());
      else
        pass<4, 1>(s, axis, length, s.mode_re.data(), s.mode_im.data());
}

void backward(ft::State& s, int step) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane, entries = s.entries;
  const double* damping = s.damping.data();
  const double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  double *re = s.re.data(), *im = s.im.data();
  #pragma omp target teams distribute
  for (int k = 0; k < nz; ++k)
    #pragma omp parallel for
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const size_t at = k * plane + j * row + i;
        const double* now = damping + step * entries;
        const double left = now[i] * now[nx + j] * now[nx + ny + k];
        re[at] = left * mode_re[at];
        im[at] = left * mode_im[at];
      }
  for (const Axis axis : {Axis{nz, nx * ny, nx + ny}, Axis{ny, nx, nx}, Axis{nx, 1, 0}})
    for (int length = 8; length <= axis.n; length = ft::longer(axis.n, length))
      if (ft::radix_of(length) == 8)
        pass<8, -1>(s, axis, length, re, im);
      else
        pass<4, -1>(s, axis, length, re, im);
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
  ft::State s(cls, 0);
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
