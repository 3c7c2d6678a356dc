#include "cfd_reference_flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cfd_reference.hpp"

namespace cfd::reference {
namespace {

/// Twice the kinetic energy, per volume.
template <typename T>
T momentum_squared(const Five<T>& u) {
  return (u[1] * u[1] + u[2] * u[2] + u[3] * u[3]) / u[0];
}

/// The convective flux along an axis: what is there moves on, and pressure does work.
template <typename T>
Five<T> flux(int axis, const Five<T>& u) {
  const T velocity = u[axis + 1] / u[0];
  const T pressure = (gamma - 1) * (u[4] - 0.5 * momentum_squared(u));
  Five<T> f;
  for (int m = 0; m < 5; ++m) f[m] = u[m] * velocity;
  f[axis + 1] = f[axis + 1] + pressure;
  f[4] = f[4] + pressure * velocity;
  return f;
}

/// What the viscous terms are second differences of: velocities, that along the axis by a third
/// more, and the heat and work that go with them.
template <typename T>
Five<T> viscous(int axis, const Five<T>& u) {
  const T kinetic = 0.5 * momentum_squared(u) / u[0];
  const T along = u[axis + 1] / u[0];
  Five<T> w;
  w[0] = 0.0 * u[0];
  for (int m = 1; m < 4; ++m) w[m] = viscosity * (u[m] / u[0]);
  w[axis + 1] = 4.0 / 3.0 * w[axis + 1];
  w[4] = viscosity * (conduction * (u[4] / u[0] - kinetic) + kinetic + 1.0 / 6.0 * (along * along));
  return w;
}

/// The derivative of a flux at u in the direction x.
template <typename Flux>
Vector derivative(const Flux& function, int axis, const Vector& u, const Vector& x) {
  Five<Dual> dual;
  for (int m = 0; m < 5; ++m) dual[m] = {u[m], x[m]};
  const Five<Dual> f = function(axis, dual);
  return {f[0].slope, f[1].slope, f[2].slope, f[3].slope, f[4].slope};
}

Vector convective_change(int axis, const Vector& u, const Vector& x) {
  return derivative([](int a, const Five<Dual>& d) { return flux(a, d); }, axis, u, x);
}

/// Of the viscous terms and of the second difference that all components have.
Vector diffusive_change(int axis, const Vector& u, const Vector& x) {
  Vector change = derivative([](int a, const Five<Dual>& d) { return viscous(a, d); }, axis, u, x);
  for (int m = 0; m < 5; ++m) change[m] += diffusion[axis] * x[m];
  return change;
}

Vector combined(double a, const Vector& x, double b, const Vector& y) {
  Vector sum;
  for (int m = 0; m < 5; ++m) sum[m] = a * x[m] + b * y[m];
  return sum;
}

/// The block whose columns are what unit vectors become.
template <typename Apply>
Block block_of(const Apply& apply) {
  Block block;
  for (int column = 0; column < 5; ++column) {
    Vector unit{};
    unit[column] = 1;
    const Vector result = apply(unit);
    for (int row = 0; row < 5; ++row) block[row][column] = result[row];
  }
  return block;
}

/// The point that is `steps` further along the axis.
const Vector& neighbour(const Field& u, std::array<int, 3> point, int axis, int steps) {
  point[axis] += steps;
  return u.at(point[0], point[1], point[2]);
}

/// The fourth difference at a point, for values that are zero on the boundary and odd beyond it.
double fourth_difference(const Field& u, const std::array<int, 3>& point, int axis, int m) {
  const auto value = [&](int steps) {
    const int p = point[axis] + steps;
    if (p == -1 || p == u.n) return -u.at(point[0], point[1], point[2])[m];
    return p == 0 || p == u.n - 1 ? 0.0 : neighbour(u, point, axis, steps)[m];
  };
  return value(-2) - 4 * value(-1) + 6 * value(0) - 4 * value(1) + value(2);
}

/// L(U) at an inner point.
Vector spatial_operator(const Field& u, const std::array<int, 3>& point) {
  const double h = 1.0 / (u.n - 1);
  Vector sum{};
  for (int axis = 0; axis < 3; ++axis) {
    const Vector& below = neighbour(u, point, axis, -1);
    const Vector& here = neighbour(u, point, axis, 0);
    const Vector& above = neighbour(u, point, axis, 1);
    const Vector flux_below = flux(axis, below);
    const Vector flux_above = flux(axis, above);
    const Vector viscous_below = viscous(axis, below);
    const Vector viscous_here = viscous(axis, here);
    const Vector viscous_above = viscous(axis, above);
    for (int m = 0; m < 5; ++m)
      sum[m] += -(flux_above[m] - flux_below[m]) / (2 * h) +
                (viscous_below[m] - 2 * viscous_here[m] + viscous_above[m]) / (h * h) +
                diffusion[axis] * (below[m] - 2 * here[m] + above[m]) / (h * h) -
                dissipation * fourth_difference(u, point, axis, m);
  }
  return sum;
}

Vector exact_at(double x, double y, double z) {
  Vector u;
  for (int m = 0; m < 5; ++m) u[m] = exact(m, x, y, z);
  return u;
}

Field exact_field(int n) {
  Field u(n);
  const double h = 1.0 / (n - 1);
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) u.at(x, y, z) = exact_at(x * h, y * h, z * h);
  return u;
}

template <typename Visit>
void for_each_inner_point(int n, const Visit& visit) {
  for (int z = 1; z < n - 1; ++z)
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x) visit(x, y, z);
}

}  // namespace

void Field::add(double factor, const Field& other) {
  for (std::size_t point = 0; point < values.size(); ++point)
    values[point] = combined(1, values[point], factor, other.values[point]);
}

// Linear blends of opposite faces; what two or three of them have in common counts once.
Field initial(int n) {
  Field u = exact_field(n);
  const double h = 1.0 / (n - 1);
  for_each_inner_point(n, [&](int i, int j, int k) {
    const double x = i * h;
    const double y = j * h;
    const double z = k * h;
    const Vector a = combined(1 - x, exact_at(0, y, z), x, exact_at(1, y, z));
    const Vector b = combined(1 - y, exact_at(x, 0, z), y, exact_at(x, 1, z));
    const Vector c = combined(1 - z, exact_at(x, y, 0), z, exact_at(x, y, 1));
    for (int m = 0; m < 5; ++m) u.at(i, j, k)[m] = 1 - (1 - a[m]) * (1 - b[m]) * (1 - c[m]);
  });
  return u;
}

Change::Change(int n, double dt) : dt_(dt), forcing_(n) {
  const Field exact = exact_field(n);
  for_each_inner_point(n, [&](int x, int y, int z) {
    forcing_.at(x, y, z) = combined(-1, spatial_operator(exact, {x, y, z}), 0, {});
  });
}

Field Change::of(const Field& u) const {
  Field change(u.n);
  for_each_inner_point(u.n, [&](int x, int y, int z) {
    change.at(x, y, z) = combined(dt_, forcing_.at(x, y, z), dt_, spatial_operator(u, {x, y, z}));
  });
  return change;
}

Vector Neighbours::below(int axis, const Vector& u, const Vector& x) const {
  return combined(-dt / (2 * h), convective_change(axis, u, x), -dt / (h * h),
                  diffusive_change(axis, u, x));
}

Vector Neighbours::above(int axis, const Vector& u, const Vector& x) const {
  return combined(dt / (2 * h), convective_change(axis, u, x), -dt / (h * h),
                  diffusive_change(axis, u, x));
}

Block Neighbours::below(int axis, const Vector& u) const {
  return block_of([&](const Vector& x) { return below(axis, u, x); });
}

Block Neighbours::above(int axis, const Vector& u) const {
  return block_of([&](const Vector& x) { return above(axis, u, x); });
}

Block Neighbours::here(int axis, const Vector& u) const {
  return block_of([&](const Vector& x) {
    return combined(2 * dt / (h * h), diffusive_change(axis, u, x), 0, {});
  });
}

template <std::size_t columns>
void solve(Block matrix, std::array<std::array<double, columns>, 5>& r) {
  for (int k = 0; k < 5; ++k) {
    int pivot = k;
    for (int row = k + 1; row < 5; ++row)
      if (std::abs(matrix[row][k]) > std::abs(matrix[pivot][k])) pivot = row;
    std::swap(matrix[k], matrix[pivot]);
    std::swap(r[k], r[pivot]);
    for (int row = 0; row < 5; ++row) {
      if (row == k) continue;
      const double factor = matrix[row][k] / matrix[k][k];
      for (int c = k; c < 5; ++c) matrix[row][c] -= factor * matrix[k][c];
      for (std::size_t c = 0; c < columns; ++c) r[row][c] -= factor * r[k][c];
    }
  }
  for (int row = 0; row < 5; ++row)
    for (double& value : r[row]) value /= matrix[row][row];
}

template void solve<1>(Block, std::array<std::array<double, 1>, 5>&);
template void solve<6>(Block, std::array<std::array<double, 6>, 5>&);

// Signs as random as those of a small generator.
Field disturbed(Field u, double much) {
  unsigned state = 1;
  for_each_inner_point(u.n, [&](int x, int y, int z) {
    for (double& value : u.at(x, y, z)) {
      state = state * 1664525U + 1013904223U;
      value *= (state >> 31U) == 0 ? 1 + much : 1 - much;
    }
  });
  return u;
}

double distance(const Field& a, const Field& b) {
  Vector largest{};
  Vector worst{};
  for (int z = 0; z < a.n; ++z)
    for (int y = 0; y < a.n; ++y)
      for (int x = 0; x < a.n; ++x)
        for (int m = 0; m < 5; ++m) {
          const double value = a.at(x, y, z)[m];
          worst[m] = league::detail::worse(worst[m], std::abs(value - b.at(x, y, z)[m]));
          largest[m] = std::max(largest[m], std::abs(value));
        }
  double all = 0;
  for (int m = 0; m < 5; ++m) all = league::detail::worse(all, worst[m] / largest[m]);
  return all;
}

// An increment comes from the operator, about 100 roundings on the longest way to a component, and
// from three solutions with as many each.  What a step rounds shrinks in later ones where the
// method is stable; where it is not, it grows as any difference does.
double tolerance(const Answer& answer, int niter) {
  const double growth = league::detail::worse(answer.growth, 1);
  return 400.0 * niter * growth * std::numeric_limits<double>::epsilon();
}

league::Checks compare(const Answer& answer, int niter, const double* u) {
  constexpr std::array names{"density", "momentum_x", "momentum_y", "momentum_z", "energy"};
  const int n = answer.field.n;
  league::Checks checks;
  for (int m = 0; m < 5; ++m) {
    double worst = 0;
    double largest = 0;
    for (int z = 0; z < n; ++z)
      for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
          const double want = answer.field.at(x, y, z)[m];
          worst = league::detail::worse(worst, std::abs(*u++ - want));
          largest = std::max(largest, std::abs(want));
        }
    checks.push_back({names[m], worst, largest * tolerance(answer, niter)});
  }
  return checks;
}

}  // namespace cfd::reference
