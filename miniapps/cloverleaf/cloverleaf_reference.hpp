// The computation once more, step by step as it is defined, without a line in common with the
// variants: where it is affordable every element of an answer is compared with it.
#pragma once

#include <vector>

#include "cloverleaf.hpp"

namespace clover {

/// What adds up in a state.
struct Sums {
  double mass = 0;
  double energy = 0;  ///< internal and kinetic
  double inflow = 0;  ///< mass that came through the walls since the start
};

struct ReferenceResult {
  std::vector<double> answer;  ///< in the order of Data::answer
  int steps = 0;
  double time = 0;
  Sums sums;
  std::vector<Sums> table;  ///< after every step, if field summaries are asked for
};

/// Runs the class on the host, one thread.
ReferenceResult run_reference(const Cloverleaf::Class& cls);

/// How far evaluations of one problem part that differ in their rounding only, at most during the
/// run: all but one have every number that a step changes nudged after it by up to eight units in
/// the last place.
struct Sensitivity {
  std::vector<double> element;  ///< up to every step: of an element, over the largest element
  double mass = 0;              ///< of the masses, relative
  double energy = 0;            ///< of the energies, relative
  int steps = 0;                ///< of the numbers of steps
  double time = 0;              ///< of the times at the end, relative
};

/// Measures it with so many runs on the host beside the usual one.  Some decisions are taken by the
/// last digit alone: each run has half a chance to take one the other way.
Sensitivity sensitivity_of(const Cloverleaf::Class& cls, int draws);

}  // namespace clover
