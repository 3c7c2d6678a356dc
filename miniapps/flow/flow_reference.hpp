// The answer computed once more, in another way: array by array with mirrored edges, every quotient
// as the method states it, nothing shared with the variants.
#pragma once

#include <string>
#include <vector>

#include "flow.hpp"

namespace flow {

/// Which lines of cells along one axis the second computation keeps.  Where nothing differs between
/// two edges of the initial values, and no signal of the run can come, cells are left out.
struct Lines {
  std::vector<int> kept;   ///< numbers of the lines that are kept
  std::vector<int> place;  ///< for every line its place among those that are kept, or its twin's
};

/// State and time after the last step.
struct Answer {
  Lines x;
  Lines y;
  std::vector<double> rho, e, mx, my;  ///< rows of x.kept.size()
  double elapsed;
  int steps;
  /// Why the method has no state after the last step, where it ends before its time.
  std::string failure;
};

/// Number of the problem that fills a cell; -1: none does.
int problem_of(const Flow::Class& cls, int row, int column);

/// Columns (rows) of cells before which the problems change; the first one is 0.
std::vector<int> parts(const Flow::Class& cls, bool along_x);

/// Cell updates that reference() would make.
double reference_cost(const Flow::Class& cls);

/// The state after cls.steps steps, or after the first one in which the method fails.
Answer reference(const Flow::Class& cls);

}  // namespace flow
