#include "sp_reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using cfd::reference::Block;
using cfd::reference::Field;
using cfd::reference::Vector;

double speed_of_sound(const Vector& u) {
  const double kinetic = 0.5 * (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]) / u[0];
  const double pressure = (cfd::reference::gamma - 1) * (u[4] - kinetic);
  return std::sqrt(cfd::reference::gamma * pressure / u[0]);
}

/// The eigenvectors of the flux Jacobian along an axis, one a column: density and the momenta
/// across are carried along, the last two are sound.  (Pulliam and Chaussee, 1981.)
Block eigenvectors(int axis, const Vector& u) {
  const double kx = axis == 0;
  const double ky = axis == 1;
  const double kz = axis == 2;
  const double rho = u[0];
  const double x = u[1] / rho;
  const double y = u[2] / rho;
  const double z = u[3] / rho;
  const double sound = speed_of_sound(u);
  const double alpha = rho / (std::sqrt(2.0) * sound);
  const double energy = 0.5 * (x * x + y * y + z * z);
  const double heat = sound * sound / (cfd::reference::gamma - 1);
  const double work = sound * (kx * x + ky * y + kz * z);
  return {{
      {kx, ky, kz, alpha, alpha},
      {kx * x, ky * x - kz * rho, kz * x + ky * rho, alpha * (x + kx * sound),
       alpha * (x - kx * sound)},
      {kx * y + kz * rho, ky * y, kz * y - kx * rho, alpha * (y + ky * sound),
       alpha * (y - ky * sound)},
      {kx * z - ky * rho, ky * z + kx * rho, kz * z, alpha * (z + kz * sound),
       alpha * (z - kz * sound)},
      {kx * energy + rho * (kz * y - ky * z), ky * energy + rho * (kx * z - kz * x),
       kz * energy + rho * (ky * x - kx * y), alpha * (energy + heat + work),
       alpha * (energy + heat - work)},
  }};
}

void multiply(const Block& matrix, Vector& x) {
  Vector product{};
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column) product[row] += matrix[row][column] * x[column];
  x = product;
}

void divide(const Block& matrix, Vector& x) {
  std::array<std::array<double, 1>, 5> right;
  for (int m = 0; m < 5; ++m) right[m][0] = x[m];
  cfd::reference::solve(matrix, right);
  for (int m = 0; m < 5; ++m) x[m] = right[m][0];
}

/// A row of a matrix with two entries on each side of the diagonal, and its right-hand side.
struct Row {
  std::array<double, 5> at;
  double right;
};

/// Solves for the rows 1 ... n - 2 of a line; what has no row is zero.
void solve_band(std::vector<Row>& rows) {
  const int last = int(rows.size()) - 2;
  for (int k = 1; k <= last; ++k)
    for (int row = k + 1; row <= std::min(k + 2, last); ++row) {
      const int shift = row - k;  // entry e of row k is entry e - shift of that row
      const double factor = rows[row].at[2 - shift] / rows[k].at[2];
      for (int e = 2; e < 5; ++e) rows[row].at[e - shift] -= factor * rows[k].at[e];
      rows[row].right -= factor * rows[k].right;
    }
  for (int k = last; k > 0; --k) {
    if (k + 1 <= last) rows[k].right -= rows[k].at[3] * rows[k + 1].right;
    if (k + 2 <= last) rows[k].right -= rows[k].at[4] * rows[k + 2].right;
    rows[k].right /= rows[k].at[2];
  }
}

/// The fourth difference at place p of a line, for values that are zero at its ends and odd beyond.
std::array<double, 5> fourth_difference(int n, int p) {
  std::array<double, 5> row{1, -4, 6, -4, 1};
  if (p == 1) row = {0, 0, 5, -4, 1};
  if (p == 2) row = {0, -4, 6, -4, 1};
  if (p == n - 3) row[4] = 0;
  if (p == n - 2) row = {row[0], row[1], 5, 0, 0};
  return row;
}

/// I - dt d/dU of what an eigenvector of a line has in L, for waves with these speeds.
std::vector<Row> matrix_of(const Sp::Class& cls, const std::vector<double>& speed,
                           const std::vector<double>& spread) {
  const double h = 1.0 / (cls.n - 1);
  std::vector<Row> rows(cls.n);
  for (int p = 1; p < cls.n - 1; ++p) {
    rows[p].at = fourth_difference(cls.n, p);
    for (double& entry : rows[p].at) entry *= cls.dt * cfd::reference::dissipation;
    rows[p].at[1] -= cls.dt * (speed[p - 1] / (2 * h) + spread[p - 1] / (h * h));
    rows[p].at[2] += 1 + 2 * cls.dt * spread[p] / (h * h);
    rows[p].at[3] += cls.dt * (speed[p + 1] / (2 * h) - spread[p + 1] / (h * h));
  }
  return rows;
}

/// The largest diffusion that a component has along an axis.
double spread_of(int axis, const Vector& u) {
  return cfd::reference::diffusion[axis] +
         std::max(4.0 / 3.0, cfd::reference::conduction) * cfd::reference::viscosity / u[0];
}

/// Solves the five systems of one line for values in its eigenvectors.
void solve_line(const Sp::Class& cls, int axis, const std::vector<const Vector*>& u,
                const std::vector<Vector*>& r) {
  const auto n = u.size();
  std::vector<double> spread(n);
  std::vector<double> speed(n);
  for (int m = 0; m < 5; ++m) {
    const double sound = m < 3 ? 0 : m == 3 ? 1 : -1;
    for (std::size_t p = 0; p < n; ++p) {
      spread[p] = spread_of(axis, *u[p]);
      speed[p] = (*u[p])[axis + 1] / (*u[p])[0] + sound * speed_of_sound(*u[p]);
    }
    std::vector<Row> rows = matrix_of(cls, speed, spread);
    for (std::size_t p = 0; p < n; ++p) rows[p].right = (*r[p])[m];
    solve_band(rows);
    for (std::size_t p = 1; p + 1 < n; ++p) (*r[p])[m] = rows[p].right;
  }
}

Field all_steps(const Sp::Class& cls, Field u) {
  const cfd::reference::Change change(cls.n, cls.dt);
  for (int step = 0; step < cls.niter; ++step) {
    Field r = change.of(u);
    for (int axis = 0; axis < 3; ++axis)
      cfd::reference::for_each_line(axis, u, r, [&](const auto& states, const auto& values) {
        for (int p = 1; p < u.n - 1; ++p) divide(eigenvectors(axis, *states[p]), *values[p]);
        solve_line(cls, axis, states, values);
        for (int p = 1; p < u.n - 1; ++p) multiply(eigenvectors(axis, *states[p]), *values[p]);
      });
    u.add(1, r);
  }
  return u;
}

}  // namespace

const cfd::reference::Answer& sp::reference(const Sp::Class& cls) {
  return cfd::reference::answer(cls, all_steps);
}

std::string sp::why_no_reference(const Sp::Class& cls) {
  constexpr double microseconds = 4;  // measured, on a busy machine
  return cfd::reference::why_not_checked(cls, microseconds, reference);
}
