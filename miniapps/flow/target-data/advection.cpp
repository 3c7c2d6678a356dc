// The same loops with resident data: rows to threads, cells to SIMD lanes.  The baseline.

#include "flow_body.hpp"
#include "flow_parts.hpp"

namespace {

struct Sweep {
  bool along_x;
  bool first;
};

// One direction: fluxes through all sides, then the cells between them.
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
  double* fm = along_x ? f.fx : f.fy;
  double* fe = f.fe;
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      const flow::Flux flux = flow::flux(rho + c, e + c, w + c, s, k, k_half, along_x);
      fm[c] = flux.mass;
      fe[c] = flux.energy;
    }
  }
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = 2; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + 2; c < row + grid.nx + 2; ++c) {
      const flow::Cell cell =
          flow::swept(old[c], rho[c], e[c], {fm[c], fe[c]}, {fm[c + s], fe[c + s]}, first, k_half);
      to_rho[c] = cell.rho;
      to_e[c] = cell.e;
    }
    flow::mirror_both(grid, to_rho, i);
    flow::mirror_both(grid, to_e, i);
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
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = x ? 2 : 3; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + (x ? 3 : 2); c < row + grid.nx + 2; ++c) {
      const double lost = along ? flow::lost_along(q + c, F + c, s, k)
                                : flow::lost_across(q + c, w + c, G + c, t, s, k);
      out[c] =
          flow::velocity(flow::between(rho + c, s) * q[c] - lost, flow::between(rho_next + c, s));
    }
    if (x) flow::mirror_ends(grid, out, i);
    if (!x) flow::mirror_sides(grid, out, i);
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
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int i = x ? 2 : 3; i < grid.ny + 2; ++i) {
    const long row = grid.at(i, 0);
    #pragma omp simd
    for (long c = row + (x ? 3 : 2); c < row + grid.nx + 2; ++c) {
      const double lost = along ? flow::lost_along(q + c, F + c, s, k)
                                : flow::lost_across(q + c, w + c, G + c, t, s, k);
      out[c] = flow::between(rho_next + c, s) * q[c] - lost;
    }
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
