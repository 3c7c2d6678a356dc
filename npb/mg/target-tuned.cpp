// The best we can do with clauses: each way through a grid is one launch, whose teams walk up tiles
// of columns with planes in their common memory, and the smallest grids are one launch of one team.

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "mg.hpp"
#include "mg_body.hpp"
#include "mg_rows_team.hpp"
#include "mg_steps.hpp"

namespace {

// Level of the largest grid that is one team's work: 4096 points, four for each of its threads.
// Reasoned, not measured: a launch takes about as long as that team for one operator.
constexpr int small_level = 4;

// Adds the sum of r^2 to *sum, if there is a sum.
void down(const mg::Grids& g, double* coarse, double* sum) {
  const int n = 1 << g.levels;
  const int blocks = mg::Block::number(n);
  const double* u = g.u;
  const double* v = g.v;
  #pragma omp target teams num_teams(blocks) thread_limit(mg::team_size)
  {
    double planes[3 * mg::u_plane], r[3 * mg::d_plane];
    #pragma omp allocate(planes, r) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(mg::team_size)
    {
      const mg::Member m{omp_get_thread_num(), omp_get_num_threads()};
      double part = 0;
      for (int b = omp_get_team_num(); b < blocks; b += omp_get_num_teams())
        part += mg::down_block(m, mg::Block(n, b), u, v, coarse, planes, r);
      if (sum != nullptr) {
        #pragma omp barrier
        planes[m.self] = part;
        #pragma omp barrier
        if (m.self < 32) {
          part = 0;
          for (int t = m.self; t < m.threads; t += 32) part += planes[t];
          #pragma omp atomic
          *sum += part;
        }
      }
    }
  }
}

void up(const mg::Grids& g, int level) {
  const int n = 1 << level;
  const int blocks = mg::Block::number(n);
  const bool finest = level == g.levels;
  const char letter = g.letter;
  const double* u = finest ? g.u : nullptr;
  const double* v = finest ? g.v : g.r_of(level);
  const double* coarse = g.u_of(level - 1);
  double* out = finest ? g.r : g.u_of(level);
  #pragma omp target teams num_teams(blocks) thread_limit(mg::team_size)
  {
    double w[4 * mg::w_plane], r[3 * mg::r_plane], ring[2 * mg::coarse_plane];
    #pragma omp allocate(w, r, ring) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(mg::team_size)
    {
      const mg::Member m{omp_get_thread_num(), omp_get_num_threads()};
      for (int b = omp_get_team_num(); b < blocks; b += omp_get_num_teams())
        mg::up_block(m, mg::Block(n, b), mg::smoother(letter), coarse, u, v, out, w, r, ring);
    }
  }
}

void coarse_cycle(const mg::Grids& g) {
  for (int level = g.levels - 1; level > small_level; --level) {
    const int points = 1 << 3 * (level - 1);
    const double* r = g.r_of(level);
    double* coarse = g.r_of(level - 1);
    #pragma omp target teams distribute parallel for num_teams(points / 256) thread_limit(256)
    for (int point = 0; point < points; ++point)
      coarse[point] = mg::restricted_point(level, r, point);
  }
  const char letter = g.letter;
  double* coarse_u = g.coarse_u;
  double* coarse_r = g.coarse_r;
  #pragma omp target teams num_teams(1) thread_limit(1024)
  #pragma omp parallel num_threads(1024)
  {
    const mg::Member m{omp_get_thread_num(), omp_get_num_threads()};
    mg::small_cycle(m, small_level, mg::smoother(letter), coarse_u, coarse_r);
  }
  for (int level = small_level + 1; level < g.levels; ++level) up(g, level);
}

// The timed program; u and r have changed places if niter is odd.
void solve(mg::Grids g, double* sums, int niter, league::Stopwatch& watch) {
  for (int iteration = 0; iteration < niter; ++iteration) {
    down(g, g.r_of(g.levels - 1), iteration == 0 ? sums : nullptr);
    watch.lap("down");
    coarse_cycle(g);
    watch.lap("coarse");
    up(g, g.levels);
    watch.lap("up");
    std::swap(g.u, g.r);
  }
  down(g, nullptr, sums + 1);
  #pragma omp target update from(sums[0 : 2])
  watch.lap("down");
}

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const auto points = long(data.u.size());
  const auto coarse = long(data.coarse_u.size());
  const double* v = data.v.data();
  double* u = data.u.data();
  double* r = data.r.data();
  double* coarse_u = data.coarse_u.data();
  double* coarse_r = data.coarse_r.data();
  double sums[2] = {};
  std::fill(data.u.begin(), data.u.end(), 0.0);

  #pragma omp target data map(to : v[0 : points]) map(tofrom : u[0 : points], r[0 : points]) \
      map(alloc : coarse_u[0 : coarse], coarse_r[0 : coarse]) map(to : sums)
  {
    const mg::Grids grids{cls.levels, cls.letter, v, u, r, coarse_u, coarse_r};
    league::Stopwatch nobody;  // one cycle to warm up, untimed: u stays zero, r is the next
    solve(grids, sums, 1, nobody);
    sums[0] = sums[1] = 0;
    #pragma omp target update to(sums)

    watch.start();
    solve(grids, sums, cls.niter, watch);
    watch.stop();
  }
  if (cls.niter % 2 == 1) std::swap(data.u, data.r);
  data.first_norm = std::sqrt(sums[cls.niter == 0 ? 1 : 0] / double(points));
  data.last_norm = std::sqrt(sums[1] / double(points));
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
