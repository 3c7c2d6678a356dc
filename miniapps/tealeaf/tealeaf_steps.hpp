// The order of a run, and what the host decides in it, the same for every variant: time steps and
// the names of their laps, which solver, when to stop, with which coefficients.
#pragma once

#include <vector>

#include "league/stopwatch.hpp"
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

/// Runs an action that is not of the computation, such as noting a time.  A variant whose threads
/// all take the steps has one that leaves it to one of them.
struct Directly {
  template <typename Action>
  void operator()(const Action& action) const {
    action();
  }
};

/// What is timed: the conductivities, then all time steps, whose reports go to `history`.  A team
/// of threads may call it together, each with Fields of its own.
template <typename Once = Directly>
void run_steps(const Settings& settings, Fields& f, std::vector<Step>& history,
               league::Stopwatch& watch, const Once& once = {}) {
  Spectrum spectrum;
  set_up(f, settings.wants_inverse());
  once([&] { watch.lap("set-up"); });
  for (Step& step : history) {
    const Step done = advance(settings, f, spectrum);
    once([&] {
      step = done;
      watch.lap("solve");
    });
  }
}

}  // namespace tea
