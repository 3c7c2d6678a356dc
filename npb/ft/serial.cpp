// What is computed: random numbers, their transform, and for every step in time the damped modes,
// their transform back, and a checksum.

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
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  for (int entry = 0; entry < s.box.entries(); ++entry)
    ft::set_entry(s.box, entry, s.jump.data(), s.root_re.data(), s.root_im.data(),
                  s.damping.data());
  size_t at = 0;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i, ++at) {
        const uint64_t even = ft::first_state * s.jump[i] * s.jump[nx + j] * s.jump[nx + ny + k];
        s.mode_re[at] = ft::uniform(even);
        s.mode_im[at] = ft::uniform(even * npb::multiplier);
      }
}

/// An axis of n points that are `apart` in memory, with its part of the roots.
struct Axis {
  int n;
  size_t apart;
  const double* root_re;
  const double* root_im;
};

template <int radix, int sign>
void pass(size_t points, Axis axis, int length, double* re, double* im) {
  const int m = length / radix;
  const size_t step = m * axis.apart;
  for (size_t block = 0; block < points; block += radix * step)
    for (size_t i = 0; i < step; ++i) {
      const size_t p = axis.n - length + i / axis.apart;
      ft::rooted_set<radix, sign>(re, im, block + i, step, axis.root_re + p, axis.root_im + p, m);
    }
}

void forward(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  for (const Axis axis :
       {Axis{nx, 1, root_re, root_im}, Axis{ny, s.row, root_re + nx, root_im + nx},
        Axis{nz, s.plane, root_re + nx + ny, root_im + nx + ny}})
    for (int length = axis.n; length > 1; length /= ft::radix_of(length))
      if (ft::radix_of(length) == 8)
        pass<8, 1>(s.points, axis, length, s.mode_re.data(), s.mode_im.data());
      else
        pass<4, 1>(s.points, axis, length, s.mode_re.data(), s.mode_im.data());
}

void backward(ft::State& s, int step) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  const double* damping = s.damping.data() + step * s.entries;
  size_t at = 0;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i, ++at) {
        const double left = damping[i] * damping[nx + j] * damping[nx + ny + k];
        s.re[at] = left * s.mode_re[at];
        s.im[at] = left * s.mode_im[at];
      }
  for (const Axis axis :
       {Axis{nz, s.plane, root_re + nx + ny, root_im + nx + ny},
        Axis{ny, s.row, root_re + nx, root_im + nx}, Axis{nx, 1, root_re, root_im}})
    for (int length = 8; length <= axis.n; length = ft::longer(axis.n, length))
      if (ft::radix_of(length) == 8)
        pass<8, -1>(s.points, axis, length, s.re.data(), s.im.data());
      else
        pass<4, -1>(s.points, axis, length, s.re.data(), s.im.data());
}

ft::Complex checksum(const ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const size_t row = s.row, plane = s.plane;
  const double *re = s.re.data(), *im = s.im.data();
  double sum_re = 0, sum_im = 0;
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
  ft::run_phases(cls, data, watch, s, set_up, forward, backward, checksum);
}

template void Ft::run(const Class&, Data<double>&, league::Stopwatch&);
