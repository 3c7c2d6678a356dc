#include "lu_reference.hpp"

namespace {

using cfd::reference::Block;
using cfd::reference::Field;
using cfd::reference::Neighbours;
using cfd::reference::Vector;

constexpr double over_relaxation = 1.2;

/// x becomes D^-1 x, where D is what a point has of all axes.
void solve_diagonal(const Neighbours& neighbours, const Vector& u, Vector& x) {
  Block diagonal{};
  for (int axis = 0; axis < 3; ++axis) {
    const Block part = neighbours.here(axis, u);
    for (int row = 0; row < 5; ++row)
      for (int column = 0; column < 5; ++column) diagonal[row][column] += part[row][column];
  }
  std::array<std::array<double, 1>, 5> right;
  for (int m = 0; m < 5; ++m) {
    diagonal[m][m] += 1;
    right[m][0] = x[m];
  }
  cfd::reference::solve(diagonal, right);
  for (int m = 0; m < 5; ++m) x[m] = right[m][0];
}

/// Symmetric successive over-relaxation of (D + L + U) x = r from x = 0: (D + wL) x = r forwards,
/// then (I + w D^-1 U) x backwards.
void relax(const Neighbours& neighbours, const Field& u, Field& r) {
  const double w = over_relaxation;
  const auto subtract = [](double factor, const Vector& what, Vector& from) {
    for (int m = 0; m < 5; ++m) from[m] -= factor * what[m];
  };
  for (int z = 1; z < u.n - 1; ++z)
    for (int y = 1; y < u.n - 1; ++y)
      for (int x = 1; x < u.n - 1; ++x) {
        Vector& value = r.at(x, y, z);
        subtract(w, neighbours.below(0, u.at(x - 1, y, z), r.at(x - 1, y, z)), value);
        subtract(w, neighbours.below(1, u.at(x, y - 1, z), r.at(x, y - 1, z)), value);
        subtract(w, neighbours.below(2, u.at(x, y, z - 1), r.at(x, y, z - 1)), value);
        solve_diagonal(neighbours, u.at(x, y, z), value);
      }
  for (int z = u.n - 2; z > 0; --z)
    for (int y = u.n - 2; y > 0; --y)
      for (int x = u.n - 2; x > 0; --x) {
        Vector sum{};
        subtract(-w, neighbours.above(0, u.at(x + 1, y, z), r.at(x + 1, y, z)), sum);
        subtract(-w, neighbours.above(1, u.at(x, y + 1, z), r.at(x, y + 1, z)), sum);
        subtract(-w, neighbours.above(2, u.at(x, y, z + 1), r.at(x, y, z + 1)), sum);
        solve_diagonal(neighbours, u.at(x, y, z), sum);
        subtract(1, sum, r.at(x, y, z));
      }
}

Field all_steps(const Lu::Class& cls, Field u) {
  const cfd::reference::Change change(cls.n, cls.dt);
  const Neighbours neighbours(cls.n, cls.dt);
  for (int step = 0; step < cls.niter; ++step) {
    Field r = change.of(u);
    relax(neighbours, u, r);
    u.add(1 / (over_relaxation * (2 - over_relaxation)), r);
  }
  return u;
}

}  // namespace

const cfd::reference::Answer& lu::reference(const Lu::Class& cls) {
  return cfd::reference::answer(cls, all_steps);
}

std::string lu::why_no_reference(const Lu::Class& cls) {
  constexpr double microseconds = 4;  // measured, on a busy machine
  return cfd::reference::why_not_checked(cls, microseconds, reference);
}
