// The best we can do with clauses: a thread per set of up to 16 points, which it keeps in
// registers; shifts for divisions, neighbours along x to neighbouring threads, damping within the
// first pass.

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_body.hpp"
#include "ft_fields.hpp"
#include "ft_steps.hpp"

namespace {

using std::size_t;
using std::uint64_t;

constexpr int most = 16;  // the largest radix: most sides take two passes, and registers suffice

// Sixteen points take 64 registers, with what is computed from them about 128: four teams of 128
// threads then fill the registers of a multiprocessor, with 32 loads of each thread under way.  As
// many teams as give every thread one set.  Reasoned, not measured.
constexpr int threads = 128;
int teams_for(long iterations) { return int((iterations + threads - 1) / threads); }

int log2_of(int n) { return std::ilogb(n); }  // exact: lengths are powers of two

void set_up(ft::State& s) {
  const ft::Box box = s.box;
  const long points = long(s.points);
  const int y = box.nx, z = box.nx + box.ny;
  const int log_x = log2_of(box.nx), log_y = log2_of(box.ny);
  uint64_t* jump = s.jump.data();
  double *root_re = s.root_re.data(), *root_im = s.root_im.data(), *damping = s.damping.data();
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  #pragma omp target teams distribute parallel for num_teams(teams_for(box.entries())) \
      thread_limit(threads)
  for (int entry = 0; entry < box.entries(); ++entry)
    ft::set_entry<most>(box, entry, jump, root_re, root_im, damping);
  #pragma omp target teams distribute parallel for num_teams(teams_for(points)) \
      thread_limit(threads)
  for (long at = 0; at < points; ++at) {
    const long i = at & (box.nx - 1), j = at >> log_x & (box.ny - 1), k = at >> (log_x + log_y);
    const uint64_t even = ft::first_state * jump[i] * jump[y + j] * jump[z + k];
    mode_re[at] = ft::uniform(even);
    mode_im[at] = ft::uniform(even * npb::multiplier);
  }
}

/// An axis of n points that are 2^log_apart apart; its part of the roots begins at `first`.
struct Axis {
  int n;
  int log_apart;
  int first;
};

template <int radix, int sign>
void pass(const ft::State& s, Axis axis, int length, double* re, double* im) {
  const int m = length / radix;
  const long step = long(m) << axis.log_apart, sets = long(s.points) / radix;
  const int behind = axis.first + axis.n - length;
  const double *root_re = s.root_re.data(), *root_im = s.root_im.data();
  #pragma omp target teams distribute parallel for num_teams(teams_for(sets)) thread_limit(threads)
  for (long set = 0; set < sets; ++set) {
    const long i = set & (step - 1);
    const long p = behind + (i >> axis.log_apart);
    ft::rooted_set<radix, sign>(re, im, radix * (set - i) + i, step, root_re + p, root_im + p, m);
  }
}

template <int sign>
void pass(const ft::State& s, Axis axis, int length, double* re, double* im) {
  const int radix = ft::radix_of<most>(length);
  if (radix == 16) pass<16, sign>(s, axis, length, re, im);
  if (radix == 8) pass<8, sign>(s, axis, length, re, im);
  if (radix == 4) pass<4, sign>(s, axis, length, re, im);
}

template <int radix>
void damped_pass(ft::State& s, int step_in_time) {
  const int y = s.box.nx, z = s.box.nx + s.box.ny;
  const int log_x = log2_of(s.box.nx);
  const long plane = long(s.plane), sets = long(s.points) / radix;
  const double* damping = s.damping.data() + step_in_time * s.entries;
  const double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  double *re = s.re.data(), *im = s.im.data();
  #pragma omp target teams distribute parallel for num_teams(teams_for(sets)) thread_limit(threads)
  for (long set = 0; set < sets; ++set) {
    const long i = set & (plane - 1);
    const double of_line = damping[i & (y - 1)] * damping[y + (i >> log_x)];
    const long k = radix * (set - i) / plane;
    ft::damped_set<radix>(mode_re, mode_im, re, im, k * plane + i, plane, of_line, damping + z + k);
  }
}

void forward(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const int log_x = log2_of(nx), log_y = log2_of(ny);
  for (const Axis axis : {Axis{nx, 0, 0}, Axis{ny, log_x, nx}, Axis{nz, log_x + log_y, nx + ny}})
    for (int length = axis.n; length > 1; length /= ft::radix_of<most>(length))
      pass<1>(s, axis, length, s.mode_re.data(), s.mode_im.data());
}

void backward(ft::State& s, int step) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz;
  const int log_x = log2_of(nx), log_y = log2_of(ny);
  const int first = ft::longer<most>(nz, 1);
  if (first == 16) damped_pass<16>(s, step);
  if (first == 8) damped_pass<8>(s, step);
  for (const Axis axis : {Axis{nz, log_x + log_y, nx + ny}, Axis{ny, log_x, nx}, Axis{nx, 0, 0}})
    for (int length = ft::longer<most>(axis.n, axis.first > nx ? first : 1); length <= axis.n;
         length = ft::longer<most>(axis.n, length))
      pass<-1>(s, axis, length, s.re.data(), s.im.data());
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
