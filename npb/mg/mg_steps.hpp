// The order of things in MG, for variants that apply one operator at a time.
//
// `Operators` has, as static functions: clear(level, u): u = 0; residual(level, u, v, r): r = v - A
// u, where r may be v; smooth(level, letter, r, u): u += C r, with the C of a class;
// restrict_from(level, r, coarse): coarse = R r; interpolate_to(level, coarse, u): u += P coarse;
// norm(level, r): sqrt(sum r^2 / n^3); coarse_cycle(grids), usually that below.  A grid of `level`
// has 2^level points per side; the grids called coarse are those of the level below.
#pragma once

#include "mg.hpp"
#include "mg_body.hpp"

namespace mg {

/// Where the grids are.  Variants that need no finest r keep the next u there.
struct Grids {
  int levels;
  char letter;  // of the class
  const double* v;
  double *u, *r, *coarse_u, *coarse_r;

  double* u_of(int level) const { return level == levels ? u : coarse_u + offset(level); }
  double* r_of(int level) const { return level == levels ? r : coarse_r + offset(level); }
};

/// What happens between the restriction to the second finest grid and the return from it.
template <typename Operators>
void coarse_cycle(const Grids& g) {
  for (int level = g.levels - 1; level >= 2; --level)
    Operators::restrict_from(level, g.r_of(level), g.r_of(level - 1));
  for (int level = 1; level < g.levels; ++level) {
    Operators::clear(level, g.u_of(level));
    if (level > 1) {
      Operators::interpolate_to(level, g.u_of(level - 1), g.u_of(level));
      Operators::residual(level, g.u_of(level), g.r_of(level), g.r_of(level));
    }
    Operators::smooth(level, g.letter, g.r_of(level), g.u_of(level));
  }
}

/// Norms of the residual before the first cycle and after the last.
struct Norms {
  double first, last;
};

/// `niter` cycles from u = 0: the timed program, but for the setting to zero.
template <typename Operators>
Norms solve(const Grids& g, int niter, league::Stopwatch& watch) {
  const int top = g.levels;
  Norms norms{};
  Operators::residual(top, g.u, g.v, g.r);
  norms.first = Operators::norm(top, g.r);
  for (int iteration = 0; iteration < niter; ++iteration) {
    Operators::restrict_from(top, g.r, g.r_of(top - 1));
    watch.lap("down");
    Operators::coarse_cycle(g);
    watch.lap("coarse");
    Operators::interpolate_to(top, g.u_of(top - 1), g.u);
    Operators::residual(top, g.u, g.v, g.r);
    Operators::smooth(top, g.letter, g.r, g.u);
    watch.lap("up");
    Operators::residual(top, g.u, g.v, g.r);
  }
  norms.last = Operators::norm(top, g.r);
  watch.lap("down");
  return norms;
}

/// One cycle to warm up, untimed, then the timed program.
template <typename Operators>
Norms warm_up_and_solve(const Grids& g, int niter, league::Stopwatch& watch) {
  league::Stopwatch nobody;
  Operators::clear(g.levels, g.u);
  solve<Operators>(g, 1, nobody);
  Operators::clear(g.levels, g.u);

  watch.start();
  const Norms norms = solve<Operators>(g, niter, watch);
  watch.stop();
  return norms;
}

}  // namespace mg
