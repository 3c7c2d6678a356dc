// The phases of a time step.  Every variant defines all of them, in files of the same names.
#pragma once

#include "flow_grid.hpp"

namespace flow {

/// Rows that a band keeps, of all that lies between the phases.
constexpr int rows_of_band = 80;

/// Where a variant keeps what a step works on.  Not every variant uses all of it.
struct Fields {
  double* rho;       ///< density
  double* e;         ///< specific energy
  double* mx;        ///< momentum at left sides
  double* my;        ///< momentum at lower sides
  double* rho_next;  ///< density at the end of the step
  double* rho_mid;   ///< density after the first sweep; before that, viscosity along x
  double* e_mid;     ///< energy after the first sweep; before that, viscosity along y
  double* u;         ///< velocity at left sides while mass moves
  double* v;         ///< velocity at lower sides while mass moves
  double* u_aside;   ///< the same before viscosity, and after the first momentum update
  double* v_aside;
  double* fx;              ///< mass flux through left sides
  double* fy;              ///< mass flux through lower sides
  double* fe;              ///< energy flux of a sweep
  int bands = 0;           ///< into which the mesh is divided, where a band is a thread's
  double* rows = nullptr;  ///< `rows_of_band` of them for each band
};

/// Sums of density and of density times energy.
struct Sums {
  double density;
  double energy;
};

/// Pressure, viscosity, heating and work: cells change their velocity and energy, not their mass.
Signals lagrange(const Grid& grid, const Fields& fields, const Pace& pace);

/// Mass, energy and momentum move, along x first or along y first.
void advection(const Grid& grid, const Fields& fields, const Pace& pace, bool x_first);

Sums summary(const Grid& grid, const Fields& fields);

}  // namespace flow
