// What the host can do: each way through a grid is one pass, whose intermediate planes stay in the
// cache; the passes of a cycle share one parallel region.

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "mg.hpp"
#include "mg_rows_tiles.hpp"
#include "mg_steps.hpp"

namespace {

// Grids up to this side are one thread's work: a barrier costs more than they do.
constexpr int smallest_shared = 16;

// One thread's part in the way up on a level, in tiles.
void up(const mg::Grids& g, int level, double* memory) {
  const int n = 1 << level;
  const bool finest = level == g.levels;
  const mg::Tiling tiling(n, omp_get_num_threads());
  const mg::Scratch scratch(memory, n, tiling.rows);
  #pragma omp for collapse(2) schedule(static)
  for (int z = 0; z < n / tiling.planes; ++z)
    for (int y = 0; y < n / tiling.rows; ++y)
      mg::up_tile(n, tiling.tile(z, y), mg::smoother(g.letter), g.u_of(level - 1),
                  finest ? g.u : nullptr, finest ? g.v : g.r_of(level),
                  finest ? g.r : g.u_of(level), scratch);
}

// One thread's part in the way down from the finest grid; adds to *sum if that is wanted.
void down(const mg::Grids& g, bool restricts, double* sum, double* memory) {
  const int n = 1 << g.levels;
  const mg::Tiling tiling(n, omp_get_num_threads());
  const mg::Scratch scratch(memory, n, tiling.rows);
  double part = 0;
  #pragma omp for collapse(2) schedule(static) nowait
  for (int z = 0; z < n / tiling.planes; ++z)
    for (int y = 0; y < n / tiling.rows; ++y)
      part += mg::down_tile(n, tiling.tile(z, y), g.u, g.v,
                            restricts ? g.r_of(g.levels - 1) : nullptr, sum != nullptr, scratch);
  if (sum != nullptr) {
    #pragma omp atomic
    *sum += part;
  }
  #pragma omp barrier
}

// One thread's part in the coarse grids.
void coarse_cycle(const mg::Grids& g, double* memory) {
  int level = g.levels - 1;
  for (; 1 << level >= smallest_shared; --level) {
    #pragma omp for schedule(static)
    for (int k = 0; k < 1 << (level - 1); ++k)
      mg::restrict_plane(1 << level, k, g.r_of(level), g.r_of(level - 1), memory + mg::border);
  }
  #pragma omp single
  mg::small_cycle(level, mg::smoother(g.letter), g.coarse_u, g.coarse_r,
                  mg::Scratch(memory, 1 << level, 1 << level));
  for (++level; level < g.levels; ++level) up(g, level, memory);
}

// The timed program.  u is in data.r at the end if niter is odd.  Every thread has its own Grids.
template <typename Data>
void solve(const Mg::Class& cls, Data& data, int niter, double* memory, long per_thread,
           league::Stopwatch& watch) {
  double first = 0;
  double last = 0;
  #pragma omp parallel
  {
    double* own = memory + omp_get_thread_num() * per_thread;
    mg::Grids g{cls.levels,    cls.letter,           data.v.data(),       data.u.data(),
                data.r.data(), data.coarse_u.data(), data.coarse_r.data()};
    for (int iteration = 0; iteration < niter; ++iteration) {
      down(g, true, iteration == 0 ? &first : nullptr, own);
      #pragma omp master
      watch.lap("down");
      coarse_cycle(g, own);
      #pragma omp master
      watch.lap("coarse");
      up(g, g.levels, own);
      #pragma omp master
      watch.lap("up");
      std::swap(g.u, g.r);
    }
    down(g, false, &last, own);
  }
  const double points = std::pow(cls.side(), 3);
  data.last_norm = std::sqrt(last / points);
  data.first_norm = niter == 0 ? data.last_norm : std::sqrt(first / points);
  watch.lap("down");
}

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int threads = omp_get_max_threads();
  long per_thread = 0;
  for (int level = 1; level <= cls.levels; ++level) {
    const int n = 1 << level;
    per_thread = std::max(per_thread, mg::Scratch::size(n, mg::Tiling(n, threads).rows));
  }
  league::vector<double> memory(std::size_t(threads * per_thread));
  std::fill(data.u.begin(), data.u.end(), 0.0);
  league::Stopwatch nobody;  // one cycle to warm up, untimed
  solve(cls, data, 1, memory.data(), per_thread, nobody);
  std::fill(data.u.begin(), data.u.end(), 0.0);

  watch.start();
  solve(cls, data, cls.niter, memory.data(), per_thread, watch);
  watch.stop();

  if (cls.niter % 2 == 1) std::swap(data.u, data.r);
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
