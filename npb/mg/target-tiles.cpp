// What a device makes of passes that suit a processor with caches: those of omp, a thread a tile.

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mg.hpp"
#include "mg_rows_tiles.hpp"
#include "mg_steps.hpp"

namespace {

constexpr int small_level = 3;  // of the largest grid that is one thread's work

// The rings of every tile.
struct Memory {
  double* words;
  long size;
  int processors;  // of the device
};

// Returns the sum of r^2 if it is wanted.
double down(const mg::Grids& g, const Memory& m, bool restricts, bool norm) {
  const int n = 1 << g.levels;
  const int rows = mg::Tiling(n, m.processors).rows;
  const int planes = mg::Tiling(n, m.processors).planes;
  const double* u = g.u;
  const double* v = g.v;
  double* coarse = g.r_of(g.levels - 1);
  double* memory = m.words;
  double sum = 0;
  #pragma omp target teams distribute parallel for collapse(2) map(alloc : memory[0 : m.size]) \
      map(alloc : u[0 : mg::points(g.levels)], v[0 : mg::points(g.levels)])                    \
      map(alloc : coarse[0 : mg::points(g.levels - 1)]) map(tofrom : sum) reduction(+ : sum)
  for (int k = 0; k < n; k += planes)
    for (int j = 0; j < n; j += rows) {
      const mg::Scratch own(mg::memory_of_tile(memory, n, planes, rows, k, j), n, rows);
      sum += mg::down_tile(n, {j, j + rows, k, k + planes}, u, v, restricts ? coarse : nullptr,
                           norm, own);
    }
  return sum;
}

void up(const mg::Grids& g, const Memory& m, int level) {
  const int n = 1 << level;
  const int rows = mg::Tiling(n, m.processors).rows;
  const int planes = mg::Tiling(n, m.processors).planes;
  const bool finest = level == g.levels;
  const char letter = g.letter;
  const double* u = g.u_of(level);
  const double* v = finest ? g.v : g.r_of(level);
  const double* coarse = g.u_of(level - 1);
  double* out = finest ? g.r : g.u_of(level);
  double* memory = m.words;
  #pragma omp target teams distribute parallel for collapse(2) map(alloc : memory[0 : m.size]) \
      map(alloc : u[0 : mg::points(level)], v[0 : mg::points(level)])                          \
      map(alloc : out[0 : mg::points(level)], coarse[0 : mg::points(level - 1)])
  for (int k = 0; k < n; k += planes)
    for (int j = 0; j < n; j += rows) {
      const mg::Scratch own(mg::memory_of_tile(memory, n, planes, rows, k, j), n, rows);
      mg::up_tile(n, {j, j + rows, k, k + planes}, mg::smoother(letter), coarse,
                  finest ? u : nullptr, v, out, own);
    }
}

void coarse_cycle(const mg::Grids& g, const Memory& m) {
  double* memory = m.words;
  for (int level = g.levels - 1; level > small_level; --level) {
    const double* r = g.r_of(level);
    double* coarse = g.r_of(level - 1);
    #pragma omp target teams distribute parallel for map(alloc : memory[0 : m.size]) \
        map(alloc : r[0 : mg::points(level)], coarse[0 : mg::points(level - 1)])
    for (int k = 0; k < 1 << (level - 1); ++k)
      mg::restrict_plane(1 << level, k, r, coarse, mg::sums_of_plane(memory, 1 << level, k));
  }
  const char letter = g.letter;
  double* u = g.coarse_u;
  double* r = g.coarse_r;
  #pragma omp target map(alloc : u[0 : mg::offset(small_level + 1)]) \
      map(alloc : r[0 : mg::offset(small_level + 1)], memory[0 : m.size])
  mg::small_cycle(small_level, mg::smoother(letter), u, r,
                  mg::Scratch(memory, 1 << small_level, 1 << small_level));
  for (int level = small_level + 1; level < g.levels; ++level) up(g, m, level);
}

// Returns sums of r^2.  u is in g.r at the end if niter is odd.
mg::Norms solve(mg::Grids g, const Memory& m, int niter, league::Stopwatch& watch) {
  mg::Norms sums{};
  for (int iteration = 0; iteration < niter; ++iteration) {
    const double sum = down(g, m, true, iteration == 0);
    if (iteration == 0) sums.first = sum;
    watch.lap("down");
    coarse_cycle(g, m);
    watch.lap("coarse");
    up(g, m, g.levels);
    watch.lap("up");
    std::swap(g.u, g.r);
  }
  sums.last = down(g, m, false, true);
  watch.lap("down");
  if (niter == 0) sums.first = sums.last;
  return sums;
}

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto points = long(data.u.size());
  const auto coarse = long(data.coarse_u.size());
  int processors = 0;
  #pragma omp target map(from : processors)
  processors = omp_get_num_procs();
  const long size = mg::words_of_tiles(cls.levels, processors);
  league::vector<double> rings(std::size_t(size), 0.0);
  double* memory = rings.data();
  const double* v = data.v.data();
  double* u = data.u.data();
  double* r = data.r.data();
  double* coarse_u = data.coarse_u.data();
  double* coarse_r = data.coarse_r.data();
  std::fill(data.u.begin(), data.u.end(), 0.0);
  mg::Norms sums{};

  #pragma omp target data map(to : v[0 : points]) map(tofrom : u[0 : points], r[0 : points]) \
      map(alloc : coarse_u[0 : coarse], coarse_r[0 : coarse], memory[0 : size])
  {
    const mg::Grids grids{cls.levels, cls.letter, v, u, r, coarse_u, coarse_r};
    const Memory rings_of_all{memory, size, processors};
    league::Stopwatch nobody;  // one cycle to warm up, untimed
    solve(grids, rings_of_all, 1, nobody);
    #pragma omp target update to(u[0 : points])

    watch.start();
    sums = solve(grids, rings_of_all, cls.niter, watch);
    watch.stop();
  }
  if (cls.niter % 2 == 1) std::swap(data.u, data.r);
  data.first_norm = std::sqrt(sums.first / double(points));
  data.last_norm = std::sqrt(sums.last / double(points));
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
