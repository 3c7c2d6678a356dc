// What an input deck holds.
#pragma once

#include <array>

namespace flow {

/// A rectangle of the domain with its initial values; lengths are fractions of the domain.
struct Problem {
  double density;
  double energy;
  double x;
  double y;
  double width;
  double height;
};

/// Domain, step control and initial values.  Later problems lie over earlier ones.
struct Setup {
  double dt;  ///< from which the first step is derived
  double width;
  double height;
  double max_dt;
  double sim_end;  ///< no step begins at or after this time
  const Problem* problems;
  int count;

  /// The number of the problem that fills the cell whose lower left corner is given; -1: none does.
  int filling(double x, double y) const {
    int found = -1;
    for (int p = 0; p < count; ++p) {
      const Problem& it = problems[p];
      const bool in_x = x >= it.x * width && x < it.x * width + it.width * width;
      const bool in_y = y >= it.y * height && y < it.y * height + it.height * height;
      if (in_x && in_y) found = p;
    }
    return found;
  }
};

/// The case that the public program comes with: a dense and hot square in the middle.
inline constexpr std::array shipped_problems{Problem{0.125, 2.0, 0, 0, 1, 1},
                                             Problem{1.0, 2.5, 0.4, 0.4, 0.2, 0.2}};
inline constexpr Setup shipped{
    1e-3, 1, 1, 1e-2, 10, shipped_problems.data(), int(shipped_problems.size())};

}  // namespace flow
