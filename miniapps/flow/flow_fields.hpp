// The mesh, and where the arrays lie that a step works on.
#pragma once

#include "league/portable.hpp"

namespace flow {

/// Cells of the same size with two cells of padding on every side.  All arrays have the same rows:
/// value (i, j) of a cell, of its left side, of its lower side or of its lower left corner.  Cells
/// inside are [2, ny + 2) by [2, nx + 2), so that side nx + 2 is the right wall.
struct Grid {
  int nx;
  int ny;
  long pitch;  ///< numbers from one row to the next: whole cache lines
  long size;   ///< numbers in an array
  double dx;
  double dy;

  Grid(int x_cells, int y_cells, double width, double height)
      : nx(x_cells),
        ny(y_cells),
        pitch((x_cells + 5 + 7) / 8 * 8L),
        size(pitch * (y_cells + 5)),
        dx(width / x_cells),
        dy(height / y_cells) {}

  LEAGUE_PORTABLE long at(int i, int j) const { return i * pitch + j; }
};

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

/// Arrays of scratch memory where every phase stores what it finds.  They begin as zero, as
/// velocities and fluxes at the walls are and stay; the first of them is the other density.
constexpr int scratch_of_phases = 10;

/// The fields of such a variant.
inline Fields fields_of_phases(const Grid& grid, double* rho, double* e, double* mx, double* my,
                               double* scratch) {
  const auto array = [&](int number) { return scratch + number * grid.size; };
  return {rho,      e,        mx,       my,       array(0), array(1), array(2),
          array(3), array(4), array(5), array(6), array(7), array(8), array(9)};
}

/// The same where a thread goes through the rows of a band and keeps few of them.
constexpr int scratch_of_bands = 4;

/// Rows that a band keeps, of all that lies between the phases; they begin as zero as well.
constexpr int rows_of_band = 80;

/// The fields of such a variant; `rows` are those of all bands.
inline Fields fields_of_bands(const Grid& grid, double* rho, double* e, double* mx, double* my,
                              double* scratch, double* rows, int bands) {
  Fields f{};
  f.rho = rho;
  f.e = e;
  f.mx = mx;
  f.my = my;
  f.rho_next = scratch;
  f.e_mid = scratch + grid.size;
  f.u = scratch + 2 * grid.size;
  f.v = scratch + 3 * grid.size;
  f.rows = rows;
  f.bands = bands;
  return f;
}

}  // namespace flow
