#include "bt_reference.hpp"

#include <vector>

namespace {

using cfd::reference::Block;
using cfd::reference::Field;
using cfd::reference::Neighbours;
using cfd::reference::Vector;

/// Five rows with the five columns of a block and a right-hand side behind them.
using Extended = std::array<std::array<double, 6>, 5>;

/// block -= a times b; r likewise, where b has them as its last column.
void subtract_product(const Block& a, const Extended& b, Block& block, Vector& r) {
  for (int row = 0; row < 5; ++row)
    for (int k = 0; k < 5; ++k) {
      for (int column = 0; column < 5; ++column) block[row][column] -= a[row][k] * b[k][column];
      r[row] -= a[row][k] * b[k][5];
    }
}

/// Solves for the points 1 ... n - 2 of a line: elimination of what is below, then substitution of
/// what is above.  Nothing changes at the ends.
void solve_line(const Neighbours& neighbours, int axis, const std::vector<const Vector*>& u,
                const std::vector<Vector*>& r) {
  const auto n = u.size();
  std::vector<Extended> rows(n, Extended{});
  for (std::size_t p = 1; p + 1 < n; ++p) {
    Block centre = neighbours.here(axis, *u[p]);
    for (int m = 0; m < 5; ++m) centre[m][m] += 1;
    Vector right = *r[p];
    subtract_product(neighbours.below(axis, *u[p - 1]), rows[p - 1], centre, right);
    const Block above = neighbours.above(axis, *u[p + 1]);
    for (int m = 0; m < 5; ++m) {
      for (int column = 0; column < 5; ++column) rows[p][m][column] = above[m][column];
      rows[p][m][5] = right[m];
    }
    cfd::reference::solve(centre, rows[p]);
  }
  for (std::size_t p = n - 2; p > 0; --p)
    for (int m = 0; m < 5; ++m) {
      double value = rows[p][m][5];
      for (int k = 0; k < 5; ++k) value -= rows[p][m][k] * (*r[p + 1])[k];
      (*r[p])[m] = value;
    }
}

Field all_steps(const Bt::Class& cls, Field u) {
  const cfd::reference::Change change(cls.n, cls.dt);
  const Neighbours neighbours(cls.n, cls.dt);
  for (int step = 0; step < cls.niter; ++step) {
    Field r = change.of(u);
    for (int axis = 0; axis < 3; ++axis)
      cfd::reference::for_each_line(axis, u, r, [&](const auto& states, const auto& values) {
        solve_line(neighbours, axis, states, values);
      });
    u.add(1, r);
  }
  return u;
}

}  // namespace

const cfd::reference::Answer& bt::reference(const Bt::Class& cls) {
  return cfd::reference::answer(cls, all_steps);
}

std::string bt::why_no_reference(const Bt::Class& cls) {
  constexpr double microseconds = 8;  // measured, on a busy machine
  return cfd::reference::why_not_checked(cls, microseconds, reference);
}
