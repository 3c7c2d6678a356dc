// The best that clauses and a team's memory do for a GPU: a thread for each line, a warp a team.
// Lines are few; so they reach most multiprocessors.

#include <omp.h>

#include "sp_body.hpp"
#include "sp_parts.hpp"

namespace sp {

constexpr int team = 32;

// Lines along y or z lie side by side.
template <int axis>
void solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const double dt = grid.dt;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* upper = f.lines;

  #pragma omp target teams distribute parallel for collapse(2) thread_limit(team)
  for (int s = 1; s < n - 1; ++s)
    for (int l = 1; l < n - 1; ++l) {
      const cfd::Grid here(n, dt);
      const long line = s * here.stride<axis == 2 ? 1 : 2>() + l;
      solve_line<axis>(here, line, u, ri, rhs, upper + s * n + l, here.plane);
    }
}

// Lines along x lie in memory.  Threads that are neighbours in a row bring points of all lines of
// their team to its memory, a line is solved there by its thread, and what comes out goes back the
// same way.  What elimination leaves of all lines lies side by side.
template <>
void solve<0>(cfd::Grid grid, Fields f) {
  constexpr int depth = 16;  // points of a line that are there at a time
  constexpr long slot = team + 1;
  constexpr long pitch = depth * slot;
  const int n = grid.n;
  const double dt = grid.dt;
  const int inner = n - 2;
  const int lines = inner * inner;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* work = f.lines;

  #pragma omp target teams num_teams((lines + team - 1) / team) thread_limit(team)
  {
    double tile[8 * pitch];  // wave, right-hand side
    #pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel
    {
      const cfd::Grid here(n, dt);
      const long points = here.points;
      const int thread = omp_get_thread_num();
      const int threads = omp_get_num_threads();
      const int share = (lines + omp_get_num_teams() - 1) / omp_get_num_teams();
      const int begin = omp_get_team_num() * share;
      const int end = begin + share < lines ? begin + share : lines;
      for (int first = begin; first < end; first += threads) {
        const int side = threads < end - first ? threads : end - first;  // lines side by side
        const auto point = [=](int l, int p) {
          return here.at(1 + (first + l) / inner, 1 + (first + l) % inner, p);
        };
        double* const rows = work + first + thread;
        double* const own = tile + thread;
        Wave<double> below{}, centre{};
        Row<double> before2{}, before{};
        Five<double> waiting{};  // right-hand side of a row until the wave above it is there
        for (int base = 0; base < n; base += depth) {
          const int held = depth < n - base ? depth : n - base;
          for (int turn = thread; turn < side * depth; turn += threads) {
            const int l = turn / depth;
            const int p = turn % depth;
            if (p >= held) continue;
            const long at = point(l, base + p);
            double* to = tile + p * slot + l;
            store_wave(to, pitch, wave<0>(here, load_five<double>(u + at, points), ri[at]));
            store_five(to + 3 * pitch, pitch, load_five<double>(rhs + at, points));
          }
          #pragma omp barrier
          for (int p = base; p < base + held && thread < side; ++p) {
            const double* from = own + (p - base) * slot;
            const auto above = load_wave<double>(from, pitch);
            if (p > 1) {
              const auto row =
                  eliminate(smoothing(here, p - 1), below, centre, above, waiting, before2, before);
              store_row(rows + (p - 1) * 11L * lines, lines, row);
              before2 = before;
              before = row;
            }
            below = centre;
            centre = above;
            waiting = load_five<double>(from + 3 * pitch, pitch);
          }
          #pragma omp barrier
        }
        Five<double> next{}, second{};
        for (int base = inner / depth * depth; base >= 0; base -= depth) {
          const int held = depth < n - 1 - base ? depth : n - 1 - base;
          for (int p = base + held - 1; p >= base && p > 0 && thread < side; --p) {
            const auto row = load_row<double>(rows + p * 11L * lines, lines);
            const auto r = substitute(row, next, second);
            store_five(own + (p - base) * slot, pitch, r);
            second = next;
            next = r;
          }
          #pragma omp barrier
          for (int turn = thread; turn < side * depth; turn += threads) {
            const int l = turn / depth;
            const int p = turn % depth;
            if (p >= held || base + p == 0) continue;
            const auto r = load_five<double>(tile + p * slot + l, pitch);
            finish<0>(here, point(l, base + p), r, u, ri, rhs);
          }
          #pragma omp barrier
        }
      }
    }
  }
}

template void solve<1>(cfd::Grid, Fields);
template void solve<2>(cfd::Grid, Fields);

}  // namespace sp
