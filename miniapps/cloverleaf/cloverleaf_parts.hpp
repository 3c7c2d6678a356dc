// The phases of a time step.  Every variant defines all of them, in files of the same names.
//
// `f` are all fields.  A step leads from state `set` to state 1 - set, with the other way round
// between its two sweeps: what a loop reads it never writes, and nothing has to be copied back.
#pragma once

#include "cloverleaf_body.hpp"
#include "cloverleaf_fields.hpp"

namespace clover {

/// Up to six fields whose halo is needed.
struct HaloOf {
  int count;
  int field[6];
  Kind kind[6];
};

constexpr HaloOf at_the_start{
    4, {density, energy, xvel, yvel}, {at_cell, at_cell, xvel_kind, yvel_kind}};

/// What a phase has written that leads to set `next`, for variants with loops for the halo.
constexpr HaloOf after_lagrange(int next) {
  return {6,
          {density + next, energy + next, xvel + next, yvel + next, vol_flux_x, vol_flux_y},
          {at_cell, at_cell, xvel_kind, yvel_kind, xface_kind, yface_kind}};
}
template <int axis>
constexpr HaloOf after_cells(int next) {
  return {3,
          {density + next, energy + next, axis == 0 ? mass_flux_x : mass_flux_y},
          {at_cell, at_cell, axis == 0 ? xface_kind : yface_kind}};
}
constexpr HaloOf after_momentum(int next) {
  return {2, {xvel + next, yvel + next}, {xvel_kind, yvel_kind}};
}

/// Fills the halo of these fields.
void update_halo(const Grid& grid, double* f, HaloOf which);

/// Equation of state, viscosity, and the longest time step that is stable.
double time_step(const Grid& grid, double* f, int set);

/// Moves the gas and its velocities by dt with the grid: predictor, acceleration, corrector, and
/// the volumes that cross the faces when the grid goes back.
void lagrange(const Grid& grid, double* f, int set, double dt);

/// Density and energy of the set, advected along the axis, into the other set.
template <int axis>
void advect_cells(const Grid& grid, double* f, int set, int sweep);

/// Velocities of the set, advected along the axis, into the other set, which holds the density
/// after that sweep.
template <int axis>
void advect_momentum(const Grid& grid, double* f, int set, int sweep);

/// Sums over all cells.
Share field_summary(const Grid& grid, double* f, int set);

}  // namespace clover
