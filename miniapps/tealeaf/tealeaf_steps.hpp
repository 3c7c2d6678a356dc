// What the host decides: which solver, when to stop, with which coefficients.
#pragma once

#include <vector>

#include "tealeaf.hpp"
#include "tealeaf_parts.hpp"

namespace tea {

enum Solver : int { use_jacobi, use_cg, use_chebyshev, use_ppcg };

struct Settings {
  int solver;
  int preconditioner;
  int max_iters;
  int presteps;
  int inner;
  double eps;     ///< the error has to fall below this part of the first residual
  double epslim;  ///< the residual has to be below this before CG hands over
  bool wants_inverse() const { return solver == use_jacobi || preconditioner == jac_diag; }
};

Settings settings_of(const Tealeaf::Class& cls);

/// Bounds of the spectrum, found once and kept for all steps.
struct Spectrum {
  double lowest = 0;
  double highest = 0;
  bool known() const { return highest > 0; }
};

/// Smallest and largest eigenvalue of the matrix that CG implies with these coefficients, widened
/// by a twentieth.
Spectrum estimate(const std::vector<double>& alphas, const std::vector<double>& betas);

/// Adds what an iteration left, the square of an error, to the step's report.
void note(Step& step, double square);

/// Advance u by one time step.  A team of threads may call it together, each with Fields and a
/// Spectrum of its own; then all decide the same.
Step advance(const Settings& settings, Fields& f, Spectrum& spectrum);

}  // namespace tea
