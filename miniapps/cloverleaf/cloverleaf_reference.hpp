// The computation once more, step by step as it is defined, without a line in common with the
// variants: where it is affordable every element of an answer is compared with it.
#pragma once

#include <vector>

#include "cloverleaf.hpp"

namespace clover {

struct ReferenceResult {
  std::vector<double> answer;  ///< in the order of Data::answer
  int steps = 0;
  double time = 0;
};

/// Runs the class on the host, one thread.
ReferenceResult run_reference(const Cloverleaf::Class& cls);

}  // namespace clover
