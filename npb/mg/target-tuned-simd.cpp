// The best we can do without memory of a team, which GCC 12 does not have: as target-data, with
// points in SIMD lanes, and the smallest grids, all operators of them, are one launch of one team.

#include <algorithm>
#include <cmath>

#include "mg.hpp"
#include "mg_body.hpp"
#include "mg_body_planes.hpp"
#include "mg_steps.hpp"

namespace {

// Eight warps: lines above and below are then often in the same cache.  Reasoned, not measured.
constexpr int team_size = 256;
// Level of the largest grid that is one team's work: 4096 points, four for each of its threads.  A
// launch takes about as long as that team for one operator.  Reasoned, not measured.
constexpr int small_level = 4;

int teams(int threads) { return std::max(1, threads / team_size); }

struct Operators {
  static void clear(int level, double* u) {
    const int points = 1 << 3 * level;
    #pragma omp target teams distribute parallel for simd map(alloc : u[0 : points])
    for (int point = 0; point < points; ++point) u[point] = 0;
  }

  static void residual(int level, const double* u, const double* v, double* r) {
    const int points = 1 << 3 * level;
    #pragma omp target teams distribute parallel for simd map(                            \
            alloc : u[0 : points], v[0 : points], r[0 : points]) num_teams(teams(points)) \
        thread_limit(team_size)
    for (int point = 0; point < points; ++point) r[point] = mg::residual_point(level, u, v, point);
  }

  static void smooth(int level, char letter, const double* r, double* u) {
    const int points = 1 << 3 * level;
    #pragma omp target teams distribute parallel for simd map( \
            alloc : r[0 : points], u[0 : points]) num_teams(teams(points)) thread_limit(team_size)
    for (int point = 0; point < points; ++point)
      u[point] += mg::smoothed_point(level, mg::smoother(letter), r, point);
  }

  static void restrict_from(int level, const double* r, double* coarse) {
    const int points = 1 << 3 * level;
    #pragma omp target teams distribute parallel for simd map(                          \
            alloc : r[0 : points], coarse[0 : points / 8]) num_teams(teams(points / 8)) \
        thread_limit(team_size)
    for (int point = 0; point < points / 8; ++point)
      coarse[point] = mg::restricted_point(level, r, point);
  }

  // With add = false: u = P coarse, for the coarse grids, where u starts from zero.
  static void interpolate_to(int level, const double* coarse, double* u, bool add = true) {
    const int points = 1 << 3 * level;
    #pragma omp target teams distribute parallel for simd map(                      \
            alloc : coarse[0 : points / 8], u[0 : points]) num_teams(teams(points)) \
        thread_limit(team_size)
    for (int point = 0; point < points; ++point) {
      const double value = mg::interpolated_point(level, coarse, point);
      u[point] = add ? u[point] + value : value;
    }
  }

  // The whole cycle of the grids up to small_level.  The loops of one team wait for each other.
  static void small_cycle(char letter, double* coarse_u, double* coarse_r) {
    #pragma omp target teams map(alloc : coarse_u[0 : mg::offset(small_level + 1)]) \
        map(alloc : coarse_r[0 : mg::offset(small_level + 1)]) num_teams(1) thread_limit(1024)
    #pragma omp parallel
    {
      for (int level = small_level; level >= 2; --level) {
        const double* r = coarse_r + mg::offset(level);
        double* coarse = coarse_r + mg::offset(level - 1);
        #pragma omp for simd
        for (int point = 0; point < 1 << 3 * (level - 1); ++point)
          coarse[point] = mg::restricted_point(level, r, point);
      }
      for (int level = 1; level <= small_level; ++level) {
        double* u = coarse_u + mg::offset(level);
        double* r = coarse_r + mg::offset(level);
        const double* coarse = coarse_u + mg::offset(level - 1);
        #pragma omp for simd
        for (int point = 0; point < 1 << 3 * level; ++point)
          u[point] = level == 1 ? 0 : mg::interpolated_point(level, coarse, point);
        #pragma omp for simd
        for (int point = 0; point < 1 << 3 * level; ++point)
          if (level > 1) r[point] = mg::residual_point(level, u, r, point);
        #pragma omp for simd
        for (int point = 0; point < 1 << 3 * level; ++point)
          u[point] += mg::smoothed_point(level, mg::smoother(letter), r, point);
      }
    }
  }

  static void coarse_cycle(const mg::Grids& g) {
    for (int level = g.levels - 1; level > small_level; --level)
      restrict_from(level, g.r_of(level), g.r_of(level - 1));
    small_cycle(g.letter, g.coarse_u, g.coarse_r);
    for (int level = small_level + 1; level < g.levels; ++level) {
      interpolate_to(level, g.u_of(level - 1), g.u_of(level), false);
      residual(level, g.u_of(level), g.r_of(level), g.r_of(level));
      smooth(level, g.letter, g.r_of(level), g.u_of(level));
    }
  }

  static double norm(int level, const double* r) {
    const int points = 1 << 3 * level;
    double sum = 0;
    #pragma omp target teams distribute parallel for simd map(alloc : r[0 : points]) \
        map(tofrom : sum) num_teams(1056) thread_limit(team_size) reduction(+ : sum)
    for (int point = 0; point < points; ++point) sum += r[point] * r[point];
    return std::sqrt(sum / points);
  }
};

}  // namespace

template <typename Real>
void Mg::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long points = long(cls.side()) * cls.side() * cls.side();
  const long coarse = mg::offset(cls.levels);
  const double* v = data.v.data();
  double* u = data.u.data();
  double* r = data.r.data();
  double* coarse_u = data.coarse_u.data();
  double* coarse_r = data.coarse_r.data();
  mg::Norms norms{};

  #pragma omp target data map(to : v[0 : points]) map(from : u[0 : points]) \
      map(alloc : r[0 : points], coarse_u[0 : coarse], coarse_r[0 : coarse])
  norms = mg::warm_up_and_solve<Operators>({cls.levels, cls.letter, v, u, r, coarse_u, coarse_r},
                                           cls.niter, watch);
  data.first_norm = norms.first;
  data.last_norm = norms.last;
}

template void Mg::run(const Class&, Data<double>&, league::Stopwatch&);
