// What the host makes of it: a thread goes up its rows once; pressure, velocities, gas and fluxes
// follow each other a row apart, in the cache.

#include <utility>
#include <vector>

#include "cloverleaf_parts.hpp"
#include "rows.hpp"

namespace {

using namespace clover;

/// Pressure half a step later in row k, which may be one of the halo; row[0] belongs to j = 0.
void predict_row(const Grid& grid, const double* f, int set, int k, double dt, double* row) {
  const Grid g = grid;
  const long c = g.at(0, k < 1 ? 1 : k > g.ny ? g.ny : k);
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) row[j] = predict(g, f, set, c + j, dt);
  row[0] = row[1];
  row[g.nx + 1] = row[g.nx];
}

void accelerate_row(const Grid& grid, const double* f, int set, int k, double dt,
                    const double* p_low, const double* p_high, double* u, double* w) {
  const Grid g = grid;
  const long c = g.at(0, k);
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const Velocity v = accelerate(g, f, set, c + j, p_low + j, p_high + j, dt);
    u[j] = v.u;
    w[j] = v.w;
  }
}

/// Gas and fluxes of row k, whose pressure is p and whose upper vertices have the velocity given.
void correct_row(const Grid& grid, double* f, int set, int k, double dt, const double* p,
                 const double* high_u, const double* high_w) {
  const Grid g = grid;
  const int next = 1 - set;
  const long c = g.at(0, k);
  const double* low_u = f + (xvel + next) * g.size + c;
  const double* low_w = f + (yvel + next) * g.size + c;
  double* rho = f + (density + next) * g.size;
  double* e = f + (energy + next) * g.size;
  double* fx = f + vol_flux_x * g.size;
  double* fy = f + vol_flux_y * g.size;
  #pragma omp simd
  for (int j = 1; j <= g.nx; ++j) {
    const Gas gas =
        compress(g, f, set, c + j, low_u + j, low_w + j, high_u + j, high_w + j, p[j], dt);
    rho[c + j] = gas.rho;
    e[c + j] = gas.e;
    fx[c + j] = flux_x(g, f, set, c + j, low_u + j, high_u + j, dt);
    fy[c + j] = flux_y(g, f, set, c + j, low_w + j, dt);
  }
  const int j = g.nx + 1;
  fx[c + j] = flux_x(g, f, set, c + j, low_u + j, high_u + j, dt);
  mirror_row(g, rho, at_cell, k);
  mirror_row(g, e, at_cell, k);
  mirror_row(g, fx, xface_kind, k);
  mirror_row(g, fy, yface_kind, k);
}

}  // namespace

void clover::lagrange(const Grid& grid, double* f, int set, double dt) {
  const Grid g = grid;
  const Block rows = block_of(g.ny);
  double* u = f + (xvel + 1 - set) * g.size;
  double* w = f + (yvel + 1 - set) * g.size;
  double* fy = f + vol_flux_y * g.size;
  std::vector<double> own(std::size_t(4 * g.pitch));
  double* p_low = own.data();
  double* p_high = p_low + g.pitch;
  double* beyond_u = p_high + g.pitch;  // the first row of the thread above, computed here as well
  double* beyond_w = beyond_u + g.pitch;
  const bool empty = rows.first > rows.last;
  if (!empty) predict_row(g, f, set, rows.first - 1, dt, p_low);
  for (int k = rows.first; !empty && k <= rows.last + 1; ++k) {
    predict_row(g, f, set, k, dt, p_high);
    const bool mine = k <= rows.last || k == g.ny + 1;
    double* row_u = mine ? u + g.at(0, k) : beyond_u;
    double* row_w = mine ? w + g.at(0, k) : beyond_w;
    accelerate_row(g, f, set, k, dt, p_low, p_high, row_u, row_w);
    if (mine) {
      mirror_row(g, u, xvel_kind, k);
      mirror_row(g, w, yvel_kind, k);
    }
    if (k > rows.first) correct_row(g, f, set, k - 1, dt, p_low, row_u, row_w);
    std::swap(p_low, p_high);
  }
  if (rows.last == g.ny) {
    const long c = g.at(0, g.ny + 1);
    #pragma omp simd
    for (int j = 1; j <= g.nx; ++j) fy[c + j] = flux_y(g, f, set, c + j, w + c + j, dt);
    mirror_row(g, fy, yface_kind, g.ny + 1);
  }
  #pragma omp barrier
}
