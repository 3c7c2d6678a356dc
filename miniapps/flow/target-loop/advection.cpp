// How well the compiler maps `loop`: every cell an iteration, nothing said about where it runs.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

struct Sweep {
  bool along_x;
  bool first;
};

// One direction: every cell computes the fluxes through both of its sides.
void sweep(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace, Sweep which) {
  const bool along_x = which.along_x;
  const bool first = which.first;
  const long s = along_x ? 1 : grid.pitch;
  const double k = pace.dt / (along_x ? grid.dx : grid.dy);
  const double k_half = pace.dt_half / (along_x ? grid.dx : grid.dy);
  const double* w = along_x ? f.u : f.v;
  const double* old = f.rho;
  const double* rho = first ? f.rho : f.rho_mid;
  const double* e = first ? f.e : f.e_mid;
  double* to_rho = first ? f.rho_mid : f.rho_next;
  double* to_e = first ? f.e_mid : f.e;
  double* mass = along_x ? f.fx : f.fy;
  #pragma omp target teams loop collapse(2) firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      const long c = grid.at(i, j);
      const long b = c + s;
      const flow::Flux in = flow::flux(rho + c, e + c, w + c, s, k, k_half, along_x);
      const flow::Flux out = flow::flux(rho + b, e + b, w + b, s, k, k_half, along_x);
      const flow::Cell cell = flow::swept(old[c], rho[c], e[c], in, out, first, k_half);
      mass[c] = in.mass;
      flow::store_with_both(grid, to_rho, i, j, cell.rho);
      flow::store_with_both(grid, to_e, i, j, cell.e);
    }
}

// One component of momentum, with all that the two updates of it need.  It is carried along itself
// by the mass flux F, across itself by velocity w and its mass flux G.
struct Component {
  bool x;
  const double* q;
  const double* F;
  const double* w;
  const double* G;
};

// A component loses what is carried along itself, or across, and is a velocity again.
void update_velocity(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace,
                     const Component& it, bool along, double* out) {
  const double *rho = f.rho, *rho_next = f.rho_next, *q = it.q, *F = it.F, *w = it.w, *G = it.G;
  const bool x = it.x;
  const long s = x ? 1 : grid.pitch;
  const long t = x ? grid.pitch : 1;
  const double k = pace.dt_half / (x == along ? grid.dx : grid.dy);
  #pragma omp target teams loop collapse(2) firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      if ((x ? j : i) == 2) continue;  // a wall
      const long c = grid.at(i, j);
      const double lost = along ? flow::lost_along(q + c, F + c, s, k)
                                : flow::lost_across(q + c, w + c, G + c, t, s, k);
      const double speed =
          flow::velocity(flow::between(rho + c, s) * q[c] - lost, flow::between(rho_next + c, s));
      if (x) flow::store_with_ends(grid, out, i, j, speed);
      if (!x) flow::store_with_sides(grid, out, i, j, speed);
    }
}

// A component loses what is carried the other way and stays a momentum.
void update_momentum(const flow::Grid& grid, const flow::Fields& f, const flow::Pace& pace,
                     const Component& it, bool along, double* out) {
  const double *rho_next = f.rho_next, *q = it.q, *F = it.F, *w = it.w, *G = it.G;
  const bool x = it.x;
  const long s = x ? 1 : grid.pitch;
  const long t = x ? grid.pitch : 1;
  const double k = pace.dt_half / (x == along ? grid.dx : grid.dy);
  #pragma omp target teams loop collapse(2) firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i)
    for (int j = 2; j < grid.nx + 2; ++j) {
      if ((x ? j : i) == 2) continue;  // a wall
      const long c = grid.at(i, j);
      const double lost = along ? flow::lost_along(q + c, F + c, s, k)
                                : flow::lost_across(q + c, w + c, G + c, t, s, k);
      out[c] = flow::between(rho_next + c, s) * q[c] - lost;
    }
}

}  // namespace

void flow::advection(const Grid& grid, const Fields& f, const Pace& pace, bool x_first) {
  sweep(grid, f, pace, {x_first, true});
  sweep(grid, f, pace, {!x_first, false});
  update_velocity(grid, f, pace, {true, f.u, f.fx, f.v, f.fy}, !x_first, f.u_aside);
  update_momentum(grid, f, pace, {true, f.u_aside, f.fx, f.v, f.fy}, x_first, f.mx);
  update_velocity(grid, f, pace, {false, f.v, f.fy, f.u_aside, f.fx}, x_first, f.v_aside);
  update_momentum(grid, f, pace, {false, f.v_aside, f.fy, f.u_aside, f.fx}, !x_first, f.my);
}
