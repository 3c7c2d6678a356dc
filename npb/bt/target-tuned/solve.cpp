// The best that clauses and a team's memory do for a GPU: a thread for each line, a warp a team.
// Lines are few and want many registers; so they reach most multiprocessors.

#include <omp.h>

#include "bt_body.hpp"
#include "bt_parts.hpp"

namespace bt {

constexpr int team = 32;

// Lines along y or z lie side by side.
template <int axis>
void solve(const cfd::Grid& grid, const double* u, const double* ri, double* rhs, double* work) {
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  #pragma omp target teams distribute parallel for collapse(2) thread_limit(team) \
      map(to : u[0 : 5 * points], ri[0 : points])                                 \
      map(tofrom : rhs[0 : 5 * points], work[0 : 30 * points])
  for (int a = 1; a < n - 1; ++a)
    for (int b = 1; b < n - 1; ++b) {
      const cfd::Grid here(n, dt);
      solve_line<axis, double>(here, line_at<axis>(here, a, b, u, ri, rhs, work));
    }
}

// Lines along x lie in memory.  Threads that are neighbours in a row bring points of all lines of
// their team to its memory, a line is solved there by its thread, and what comes out goes back the
// same way.  Between the two, blocks and right-hand sides of all lines lie side by side.
template <>
void solve<0>(const cfd::Grid& grid, const double* u, const double* ri, double* rhs, double* work) {
  constexpr int depth = 16;  // points of a line that are there at a time: 46 of 48 kB
  constexpr long slot = team + 1;
  constexpr long pitch = depth * slot;
  const int n = grid.n;
  const double dt = grid.dt;
  const long points = grid.points;
  const int inner = n - 2;
  const int lines = inner * inner;
  #pragma omp target teams num_teams((lines + team - 1) / team) thread_limit(team) \
      map(to : u[0 : 5 * points], ri[0 : points])                                  \
      map(tofrom : rhs[0 : 5 * points], work[0 : 30 * points])
  {
    double tile[11 * pitch];  // u, right-hand side, 1 / density
    #pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel
    {
      const cfd::Grid here(n, dt);
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
        double* const blocks = work + first + thread;
        const long entries = lines;
        const long row = 30 * entries;
        double* const own = tile + thread;
        double c[25] = {};
        double r[5] = {};
        // Rows need the points beside them: tiles overlap by two.
        for (int base = 0; base < inner; base += depth - 2) {
          const int held = depth < n - base ? depth : n - base;
          for (int turn = thread; turn < side * depth; turn += threads) {
            const int l = turn / depth;
            const int p = turn % depth;
            if (p >= held) continue;
            const long at = point(l, base + p);
            double* to = tile + p * slot + l;
            for (int m = 0; m < 5; ++m) to[m * pitch] = u[m * points + at];
            for (int m = 0; m < 5; ++m) to[(5 + m) * pitch] = rhs[m * points + at];
            to[10 * pitch] = ri[at];
          }
          #pragma omp barrier
          const Line line{own, own + 10 * pitch, own + 5 * pitch, blocks + base * row, slot, pitch,
                          row, entries};
          for (int p = 1; p < held - 1 && thread < side; ++p) {
            forward_row<0>(here, line, p, c, r);
            for (int m = 0; m < 5; ++m) line.blocks[p * row + (25 + m) * entries] = r[m];
          }
          #pragma omp barrier
        }
        for (double& value : r) value = 0;
        for (int base = inner / depth * depth; base >= 0; base -= depth) {
          const int held = depth < n - 1 - base ? depth : n - 1 - base;
          const Line line{nullptr, nullptr, own, blocks + base * row, slot, pitch, row, entries};
          for (int p = held - 1; p >= 0 && base + p > 0 && thread < side; --p) {
            for (int m = 0; m < 5; ++m)
              own[m * pitch + p * slot] = line.blocks[p * row + (25 + m) * entries];
            backward_row(line, p, r);
          }
          #pragma omp barrier
          for (int turn = thread; turn < side * depth; turn += threads) {
            const int l = turn / depth;
            const int p = turn % depth;
            if (p >= held || base + p == 0) continue;
            for (int m = 0; m < 5; ++m)
              rhs[m * points + point(l, base + p)] = tile[m * pitch + p * slot + l];
          }
          #pragma omp barrier
        }
      }
    }
  }
}

template void solve<1>(const cfd::Grid&, const double*, const double*, double*, double*);
template void solve<2>(const cfd::Grid&, const double*, const double*, double*, double*);

}  // namespace bt
