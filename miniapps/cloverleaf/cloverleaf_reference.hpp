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
};

/// Runs the class on the host, one thread.
ReferenceResult run_reference(const Cloverleaf::Class& cls);

/// How far two evaluations of one problem part that differ in their rounding only, at most during
/// the run: the second has every changed number one unit in the last place off after each step.
struct Sensitivity {
  double element = 0;   ///< largest difference of an element, over the largest element
  double mass = 0;      ///< difference of the masses, relative
  double energy = 0;    ///< of the energies, relative
  double inflow = 0;    ///< of what came through the walls, over the mass
  int steps = 0;        ///< by which the numbers of steps differ
  int sound_steps = 0;  ///< after which elements still differ by no more than asked for
};

/// Measures it, with two runs on the host; `sound` is what sound_steps refers to.
Sensitivity sensitivity_of(const Cloverleaf::Class& cls, double sound);

}  // namespace clover
