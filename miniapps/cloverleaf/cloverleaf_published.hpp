// What is known about the results of some problems.
#pragma once

#include "cloverleaf.hpp"

namespace clover {

/// A test problem of the public program and the kinetic energy it is judged by.
struct TestProblem {
  int number;
  int x_cells;
  int y_cells;
  double kinetic;
  double tolerance;  ///< relative
};

/// Null if there is none of that number.
const TestProblem* test_problem(int number);

/// Sums at the end; not a number where only the others are known.
struct KnownSums {
  const std::array<deck::State, 2>* states;
  int x_cells;
  int y_cells;
  double ymax;
  int steps;
  double end_time;  ///< that the run is at least to have
  double time;
  double mass;
  double internal;
  double kinetic;
  double pressure;
  double tolerance;
};

/// The sums of exactly this problem; null if there is none.
const KnownSums* known_sums(const Cloverleaf::Class& cls);

/// Steps that a run makes at least: none is longer than max_timestep.
double least_steps(const Cloverleaf::Class& cls);

}  // namespace clover
