// Verification: what is known of a problem, a second computation of it, and, where the method
// amplifies what rounding does, what is left to be judged.
#pragma once

#include "cloverleaf.hpp"

namespace clover {

/// Where the four fields of an answer begin, and what they add up to.
struct Answer {
  Grid g;
  const double* rho;
  const double* e;
  const double* u;
  const double* w;

  Answer(const Grid& grid, const league::vector<double>& values);
  /// Squared speed of a cell: the mean over its four vertices.
  double squared_speed(int j, int k) const;
  /// Sums row by row: the error of a running sum grows with the number of rows, not of cells.
  Summary sums() const;
};

/// The checks of a result.  Those that only compare it with itself are no answer: where nothing
/// else can be had and they hold, there is none.
league::Checks checks_of(const Cloverleaf::Class& cls, const Cloverleaf::Data<double>& data);

}  // namespace clover
