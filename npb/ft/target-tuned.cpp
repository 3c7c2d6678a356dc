// The best we can do with clauses: a team takes whole lines, which wait in its own memory between
// two passes: one reading and one writing of the field per axis.

#include <omp.h>

#include <cstddef>
#include <cstdint>

#include "ft.hpp"
#include "ft_body_lines.hpp"
#include "ft_fields.hpp"
#include "ft_steps.hpp"

using std::size_t;
using std::uint64_t;

namespace {

constexpr int threads = 256;  // six teams of 36 KiB fill a multiprocessor: reasoned, not measured
constexpr int team_points = 8 * threads;
constexpr int longest = 512;  // of a line that a team keeps: four of them, a sector of memory

void set_up(ft::State& s) {
  const int nx = s.box.nx, ny = s.box.ny, nz = s.box.nz, niter = s.box.niter;
  const int log_x = ft::axes(s.box)[1].log_apart, log_xy = ft::axes(s.box)[2].log_apart;
  const int entries = s.box.entries();
  const long points = long(s.points);
  uint64_t* jump = s.jump.data();
  double *root_re = s.root_re.data(), *root_im = s.root_im.data(), *damping = s.damping.data();
  double *mode_re = s.mode_re.data(), *mode_im = s.mode_im.data();
  #pragma omp target teams distribute parallel for num_teams(entries / 32) thread_limit(32)
  for (int entry = 0; entry < entries; ++entry)
    ft::set_entry<longest>({nx, ny, nz, niter}, entry, jump, root_re, root_im, damping);
  #pragma omp target teams distribute parallel for num_teams(points / threads) thread_limit(threads)
  for (long at = 0; at < points; ++at) {
    const long i = at & (nx - 1), j = at >> log_x & (ny - 1), k = at >> log_xy;
    const uint64_t even = ft::first_state * jump[i] * jump[nx + j] * jump[nx + ny + k];
    mode_re[at] = ft::uniform(even);
    mode_im[at] = ft::uniform(even * npb::multiplier);
  }
}

// A pass over blocks that are longer than what a team keeps.
template <int radix, int sign>
void long_pass(const ft::State& s, ft::Axis axis, int length, double* re, double* im) {
  const int m = length / radix, log_apart = axis.log_apart;
  const long step = long(m) << log_apart, sets = long(s.points) / radix;
  const double* root_re = s.root_re.data() + axis.first + axis.n - length;
  const double* root_im = s.root_im.data() + axis.first + axis.n - length;
  #pragma omp target teams distribute parallel for num_teams(sets / threads) thread_limit(threads)
  for (long set = 0; set < sets; ++set) {
    const long i = set & (step - 1), p = i >> log_apart;
    ft::rooted_set<radix, sign>(re, im, radix * (set - i) + i, step, root_re + p, root_im + p, m);
  }
}

template <int n, bool along_x, int sign, bool damped>
void lines(const ft::State& s, ft::Axis axis, int time, const double* from_re,
           const double* from_im, double* re, double* im) {
  using Lines = ft::Lines<n, team_points / n, along_x>;
  const int teams = int(s.points / team_points), log_apart = axis.log_apart;
  const double* root_re = s.root_re.data() + axis.first + axis.n - n;
  const double* root_im = s.root_im.data() + axis.first + axis.n - n;
  const double *across = s.damping.data() + time * s.entries, *along = across + axis.first;
  const int log_x = ft::axes(s.box)[1].log_apart;
  #pragma omp target teams num_teams(teams) thread_limit(threads)
  {
    double own_re[Lines::room], own_im[Lines::room];
    #pragma omp allocate(own_re, own_im) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel
    for (int team = omp_get_team_num(); team < teams; team += omp_get_num_teams()) {
      const int first = omp_get_thread_num(), step = omp_get_num_threads();
      const Lines my{team, log_apart, root_re, root_im};
      for (int t = first; t < team_points / Lines::template radix_in<sign>; t += step)
        my.template take_in<sign, damped>(t, from_re, from_im, across, along, log_x, own_re,
                                          own_im);
      #pragma omp barrier
      if constexpr (Lines::rest > 8) {
        for (int t = first; t < team_points / Lines::between; t += step)
          my.template change<sign>(t, own_re, own_im);
        #pragma omp barrier
      }
      for (int t = first; t < team_points / Lines::template radix_out<sign>; t += step)
        my.template hand_out<sign>(t, own_re, own_im, re, im);
      #pragma omp barrier
    }
  }
}

void forward(ft::State& s) {
  double *re = s.mode_re.data(), *im = s.mode_im.data();
  for (const ft::Axis axis : ft::axes(s.box)) {
    for (int length = axis.n; length > longest; length /= ft::radix_of(length))
      ft::radix_of(length) == 8 ? long_pass<8, 1>(s, axis, length, re, im)
                                : long_pass<4, 1>(s, axis, length, re, im);
    ft::for_lines<longest>(axis, [&](auto n, auto along_x) {
      lines<n, along_x, 1, false>(s, axis, 0, re, im, re, im);
    });
  }
}

void backward(ft::State& s, int step) {
  double *re = s.re.data(), *im = s.im.data();
  const auto [x, y, z] = ft::axes(s.box);
  for (const ft::Axis axis : {z, y, x}) {
    ft::for_lines<longest>(axis, [&](auto n, auto along_x) {
      if (axis.first > s.box.nx)
        lines<n, false, -1, true>(s, axis, step, s.mode_re.data(), s.mode_im.data(), re, im);
      else
        lines<n, along_x, -1, false>(s, axis, 0, re, im, re, im);
    });
    for (int length = ft::kept(axis.n, longest); (length = ft::longer(axis.n, length)) <= axis.n;)
      ft::radix_of(length) == 8 ? long_pass<8, -1>(s, axis, length, re, im)
                                : long_pass<4, -1>(s, axis, length, re, im);
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
  ft::State s(cls, 0);
  const size_t entries = s.entries, dampings = entries * cls.niter, points = s.points;
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
