// The equations of the three simulated applications once more, from their definition and slowly,
// for checks: no variant calls anything of this, and nothing of this calls what variants call.
//
// What the variants write out is derived here: a Jacobian is the derivative of the flux that it
// belongs to, taken with dual numbers, and a block of five by five is solved as any matrix is.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "league/check.hpp"

namespace cfd::reference {

constexpr double gamma = 1.4;                     ///< ratio of specific heats
constexpr double conduction = 1.96;               ///< of heat, against the viscosity
constexpr double viscosity = 0.1;                 ///< in front of all viscous terms
constexpr double dissipation = 0.25;              ///< of the fourth difference
constexpr std::array diffusion{0.75, 0.75, 1.0};  ///< of the second difference, by axis

/// Density, momentum along x, y and z, energy.
template <typename T>
using Five = std::array<T, 5>;
using Vector = Five<double>;
using Block = std::array<Vector, 5>;  ///< block[row][column]

/// A number and its derivative in some direction.
struct Dual {
  double value;
  double slope;
};
inline Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
inline Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
inline Dual operator*(Dual a, Dual b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline Dual operator*(double a, Dual b) { return {a * b.value, a * b.slope}; }
inline Dual operator/(Dual a, Dual b) {
  const double quotient = a.value / b.value;
  return {quotient, (a.slope - quotient * b.slope) / b.value};
}

/// The state at every point of a cube, boundary included.
class Field {
 public:
  explicit Field(int side) : n(side), values(std::size_t(side) * side * side) {}

  Vector& at(int x, int y, int z) { return values[(std::size_t(z) * n + y) * n + x]; }
  const Vector& at(int x, int y, int z) const { return values[(std::size_t(z) * n + y) * n + x]; }

  /// Every value and `factor` times that of another field.
  void add(double factor, const Field& other);

  int n;  ///< points per side

 private:
  std::vector<Vector> values;
};

/// What the state is at the start of a run.
Field initial(int n);

/// dt (f + L(U)) at the inner points, zero on the boundary; f is -L of the exact solution.
class Change {
 public:
  Change(int n, double dt);
  Field of(const Field& u) const;

 private:
  double dt_;
  Field forcing_;
};

/// The linear operator I - dt dL/dU without dissipation, as far as one axis has part in it: what
/// the points below, at and above have in the row of a point.  Each depends on that point's state
/// alone.
struct Neighbours {
  Neighbours(int n, double dt) : dt(dt), h(1.0 / (n - 1)) {}

  Block below(int axis, const Vector& u) const;
  Block here(int axis, const Vector& u) const;  ///< without I
  Block above(int axis, const Vector& u) const;

  /// The first and the last applied to a vector, without the block.
  Vector below(int axis, const Vector& u, const Vector& x) const;
  Vector above(int axis, const Vector& u, const Vector& x) const;

  double dt;
  double h;
};

/// Solves `matrix` X = R for as many columns as R has, with pivots: R becomes X.
template <std::size_t columns>
void solve(Block matrix, std::array<std::array<double, columns>, 5>& r);

/// Calls visit(states, values) for every line of inner points along the axis: pointers to what u
/// and r have at its n points.
template <typename Visit>
void for_each_line(int axis, const Field& u, Field& r, const Visit& visit) {
  std::vector<const Vector*> states(u.n);
  std::vector<Vector*> values(u.n);
  for (int a = 1; a < u.n - 1; ++a)
    for (int b = 1; b < u.n - 1; ++b) {
      for (int p = 0; p < u.n; ++p) {
        const int x = axis == 0 ? p : a;
        const int y = axis == 1 ? p : axis == 0 ? a : b;
        const int z = axis == 2 ? p : b;
        states[p] = &u.at(x, y, z);
        values[p] = &r.at(x, y, z);
      }
      visit(states, values);
    }
}

/// An answer, and how many times larger a small difference of initial fields is at the end of a
/// run.
struct Answer {
  Field field;
  double growth;
};

/// The field with every inner value changed by so much of itself, up or down.
Field disturbed(Field u, double much);

/// Largest difference at any point, against the largest value of its component.  NaN if any is.
double distance(const Field& a, const Field& b);

/// What the steps of a benchmark, called as steps(cls, u), make of the initial field.  The last
/// answer is kept, since every repetition asks for the same.
template <typename Class, typename Steps>
const Answer& answer(const Class& cls, const Steps& steps) {
  static std::optional<Answer> kept;
  static Class of{};
  if (!kept || of.n != cls.n || of.niter != cls.niter || of.dt != cls.dt) {
    kept.reset();
    const double small = 1e-12;
    const Field start = initial(cls.n);
    const Field other = steps(cls, disturbed(start, small));
    kept = Answer{steps(cls, start), 0};
    kept->growth = distance(kept->field, other) / small;
    of = cls;
  }
  return *kept;
}

/// How far a right state may be from the answer, against the largest value of a component.
double tolerance(const Answer& answer, int niter);

/// Five checks of u after `niter` steps, one for each component: the largest difference from the
/// answer at any point, against the largest value of the component.  u keeps five components of
/// n^3 points, x fastest.
league::Checks compare(const Answer& answer, int niter, const double* u);

/// Why nobody can say whether the result of so many steps on n^3 points is right, if so.  A step
/// takes this many microseconds a point; `find` returns the answer.
template <typename Class, typename Find>
std::string why_not_checked(const Class& cls, double microseconds, const Find& find) {
  // Twice the steps, for the growth, in less than a minute of one core.
  if (2 * microseconds * cls.n * cls.n * cls.n * cls.niter > 60e6)
    return "no published values, and more than a minute to compute them";
  if (!(tolerance(find(cls), cls.niter) <= 1e-8))
    return "the time step is too long for this grid: rounding decides";
  return "";
}

}  // namespace cfd::reference
