#include "tealeaf_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "../common/picture.hpp"
#include "tealeaf_deck.hpp"
#include "tealeaf_reference.hpp"
#include "tealeaf_steps.hpp"

namespace tea {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();

/// Sum with the rounding carried along, of values times weights.
template <typename Weight>
double sum_of(const Field& values, const Weight& weight) {
  double sum = 0;
  double carried = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    const double value = values[c] * weight(c) - carried;
    const double next = sum + value;
    carried = next - sum - value;
    sum = next;
  }
  return sum;
}

double relative(double value, double expected) {
  return std::abs(value - expected) / std::abs(expected);
}

double cell_volume(const Tealeaf::Class& cls) {
  const Deck& deck = deck_of(cls);
  return (deck.xmax - deck.xmin) / cls.x_cells * ((deck.ymax - deck.ymin) / cls.y_cells);
}

/// Whether what a step reports fits together.
bool makes_sense(const Tealeaf::Class& cls, double eps, const Step& step) {
  if (step.initial == 0) return step.iterations == 0 && step.converged;  // nothing conducts
  if (!(step.initial > 0 && step.error >= 0)) return false;
  if (step.iterations < 1 || step.iterations > cls.max_iters) return false;
  if (!step.converged) return step.iterations == cls.max_iters || !std::isfinite(step.error);
  // Chebyshev's method looks at every tenth iteration only, and never at its first.
  const bool looked = cls.solver != use_chebyshev || step.switched == 0 ||
                      (step.iterations % 10 == 0 && step.iterations > step.switched);
  return looked && step.error < eps * step.initial;
}

/// Steps whose report makes no sense.
double senseless_steps(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data) {
  const double eps = settings_of(cls).eps;
  double wrong = 0;
  for (const Step& step : data.history) wrong += makes_sense(cls, eps, step) ? 0 : 1;
  return wrong;
}

/// What the reference makes of a step, in the plain evaluation and in some that are rounded
/// otherwise.  Their spread is how far rounding moves a number; as one of three does not tell it
/// well, four times as much is granted.
struct Again {
  static constexpr double margin = 4;
  std::vector<Step> steps;

  const Step& plain() const { return steps[0]; }

  /// How far a number of this step is from the plain one, beyond what rounding explains.
  template <typename Number>
  double beyond(const Step& step, const Number& number) const {
    double spread = 0;
    for (const Step& other : steps)
      spread = std::max(spread, double(std::abs(number(other) - number(plain()))));
    return std::abs(number(step) - number(plain())) - margin * spread;
  }

  /// How many iterations a step ended too early or too late.  Where one of the three does not end,
  /// nor need it.
  double iterations_beyond(const Step& step) const {
    int least = std::numeric_limits<int>::max();
    int most = 0;
    bool all = true;
    for (const Step& one : steps) {
      least = std::min(least, one.iterations);
      all = all && one.converged;
      if (one.converged) most = std::max(most, one.iterations);
    }
    const double spread = std::max(0, most - least);
    const double early = least - spread - step.iterations;
    const double late = all ? step.iterations - most - spread : 0;
    return std::max({early, late, 0.0});
  }
};

// Evaluations that look at every run, and those that look again before one is called wrong: few
// runs in a thousand are in the hands of rounding more than two others show.
constexpr std::size_t few = 3;
constexpr std::size_t many = 33;

/// The reference's state in each of its evaluations, from step to step.
class Followers {
 public:
  /// `floor` is what rounding leaves of the norm that the stop test sees: one evaluation ends as
  /// early as that allows, another as late.
  Followers(const System& system, const Settings& settings, const Field& start, double floor,
            std::size_t evaluations)
      : system_(system),
        settings_(settings),
        roundings_(1),
        spectra_(evaluations),
        u_(evaluations, start) {
    // A few roundings in each product and update.
    for (std::uint32_t e = 1; e < evaluations; ++e)
      roundings_.push_back({4 * rounding, e % 2 == 1 ? floor : -floor, 12345 + 55545 * (e - 1)});
  }
  Again iterate(int most) {
    Again again;
    for (std::size_t e = 0; e < u_.size(); ++e)
      again.steps.push_back(system_.iterate(settings_, spectra_[e], most, u_[e], roundings_[e]));
    return again;
  }
  /// Goes on from this state of a run.
  void take(const Field& u, const Step& step) {
    u_.assign(u_.size(), u);
    spectra_.assign(u_.size(), {step.lowest, step.highest});
  }

 private:
  const System& system_;
  const Settings& settings_;
  std::vector<Rounding> roundings_;
  std::vector<Spectrum> spectra_;
  std::vector<Field> u_;
};

/// Rounding also leaves another error behind the same iteration.  By a factor of sqrt(2) it is
/// allowed to: of the 15 digits that are asked, a hundredth of the iterations.
double hundredth(int iterations) { return std::floor(iterations / 100.0); }

/// How far a run's solver is from the reference's: what a wrong coefficient changes first, long
/// before it spoils the answer.
struct Path {
  double errors = 0;      ///< largest distance of the first errors
  double iterations = 0;  ///< ... of the iteration counts, where all were done again
  double switched = 0;    ///< ... of the iteration at which CG handed over
  double spectrum = 0;    ///< ... of its bounds
  double last_error = 0;  ///< ... of the first step's last error
  int longest = 0;        ///< iterations of a step
  bool whole = false;

  /// The checks of it; `size` is the norm of |A| |u| at the end.
  league::Checks checks(const Settings& settings, double size) const {
    league::Checks all{{"first_errors", errors, 1e-9}};
    if (!whole) return all;
    // Which iteration is the last may be rounding's to decide where no evaluation shows it.
    // Chebyshev's method looks at every tenth only: one look more or less is too much.
    const bool tenths = settings.solver == use_chebyshev;
    all.push_back({"iterations", iterations, tenths ? 9.0 : std::max(1.0, hundredth(longest))});
    all.push_back({"switched", switched, 1});
    all.push_back({"spectrum", spectrum, 1e-6});
    // Chebyshev's last error is a true residual, that of CG what its rounding made of it.
    if (settings.solver == use_chebyshev)
      all.push_back({"last_error", last_error, 2 * rounding * size});
    return all;
  }

  /// Squares are what is summed and rounded.  Distances are relative to them, but for those that
  /// have become small.  `lost` tells what rounding of u does to the square of an error.
  template <typename Lost>
  void compare(const Step& step, const Again& again, const Lost& lost) {
    const auto& expected = again.plain().first;
    const double largest = *std::max_element(expected.begin(), expected.end());
    for (std::size_t i = 0; i < step.first.size(); ++i) {
      const auto square = [i](const Step& one) { return one.first[i] * one.first[i]; };
      const double scale = std::max(square(again.plain()), 1e-4 * largest * largest);
      const double off = again.beyond(step, square);
      if (!(off <= lost(expected[i]))) worse(errors, off / scale);
    }
  }
  /// The larger; what is no number is the largest.
  static void worse(double& worst, double value) {
    if (!(value <= worst)) worst = value;
  }
};

/// All steps again if that is quickly done, otherwise the first iterations of the first step and,
/// where CG only prepares, of the last.  Errors are compared in the first step, since the start is
/// rough: CG's first polynomials, made for a smooth right side, amplify the rounding in what is not
/// smooth by the cube of the largest eigenvalue and more.  PPCG's are bounded everywhere.
/// `size` is the norm of |A| |u|, of which rounding is a part.
Path path_of(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, const System& system,
             double size, std::size_t evaluations) {
  const Settings settings = settings_of(cls);
  const double rounded = 4 * rounding * size;
  const auto lost = [=, cells = double(data.u.size())](double error) {
    if (settings.solver == use_jacobi) return std::sqrt(cells) * rounded;  // of a sum of changes
    return rounded * (2 * error + rounded);
  };
  const int spare = 20;  // iterations that are done in vain if a run stopped too early
  const auto some = [](const Step& step) {
    return std::clamp(step.iterations, 1, int(step.first.size()));
  };
  double work = 0;
  for (const Step& step : data.history) work += std::max(0, step.iterations) + step.inner + spare;
  Path path;
  path.whole = few * work * double(data.u.size()) <= 6e7;
  // Jacobi's sum of changes has the roundings of two iterates, Chebyshev's residual its own.
  double floor = 0;
  if (settings.solver == use_jacobi)
    floor = 8 * rounding * sum_of(data.start, [](std::size_t) { return 1.0; });
  else if (settings.solver == use_chebyshev)
    floor = 8 * rounding * size;
  Followers followers(system, settings, data.start, floor, evaluations);
  if (!path.whole) {
    const Step& first = data.history.front();
    path.compare(first, followers.iterate(some(first)), lost);
    if (settings.solver != use_ppcg || cls.steps < 2) return path;
    followers.take(data.before, data.history[data.history.size() - 2]);
    const Step& last = data.history.back();
    path.compare(last, followers.iterate(some(last)), lost);
    return path;
  }
  for (std::size_t s = 0; s < data.history.size(); ++s) {
    const Step& step = data.history[s];
    const Again again = followers.iterate(std::max(0, step.iterations) + spare);
    // What begins with nothing but rounding goes on with nothing else.
    if (step.initial <= 2 * rounded && again.plain().initial <= 2 * rounded) continue;
    if (s == 0 || settings.solver == use_ppcg) path.compare(step, again, lost);
    Path::worse(path.iterations, again.iterations_beyond(step));
    path.longest = std::max(path.longest, again.plain().iterations);
    Path::worse(path.switched, again.beyond(step, [](const Step& one) { return one.switched; }));
    if (s == 0 && again.plain().iterations == step.iterations)
      Path::worse(path.last_error, again.beyond(step, [](const Step& one) { return one.error; }));
    if (again.plain().highest > 0 || step.highest > 0)
      for (const auto bound : {&Step::lowest, &Step::highest})
        Path::worse(path.spectrum, again.beyond(step, [=](const Step& one) { return one.*bound; }) /
                                       (again.plain().*bound));
  }
  return path;
}

/// How far the bounds of the spectrum lie outside those that the matrix has, relative to them.
/// They were widened by a twentieth.
double outside(const Spectrum& possible, const std::vector<Step>& history) {
  double worst = 0;
  for (const Step& step : history) {
    if (step.highest == 0) continue;
    Path::worse(worst, 1 - step.lowest / (0.95 * possible.lowest));
    Path::worse(worst, step.highest / (1.05 * possible.highest) - 1);
  }
  return worst;
}

/// Largest distance of the iteration counts from the published ones.
double iterations_off(const std::vector<int>& printed, const std::vector<Step>& history) {
  int off = 0;
  for (std::size_t s = 0; s < printed.size(); ++s)
    off = std::max(off, std::abs(history[s].iterations - 1 - printed[s]));
  return off;
}

/// How far they may be off.  Rounding moves the last iteration by one, rarely by two, of
/// Chebyshev's method by ten.
double iterations_allowed(const std::vector<int>& printed, const Settings& settings) {
  if (settings.solver == use_chebyshev) return 10;
  return std::max(2.0, hundredth(*std::min_element(printed.begin(), printed.end())));
}

/// Steps that ended at the limit of iterations, or beyond all bounds, and the largest error that
/// one of them was left with, relative to its first.  True if there are none.
bool add_limits(const std::vector<Step>& history, double eps, league::Checks& checks) {
  constexpr auto limit = league::Check::Kind::limit;
  double steps = 0;
  double error = 0;
  for (const Step& step : history) {
    if (step.converged) continue;
    ++steps;
    Path::worse(error, step.error / step.initial);
  }
  checks.push_back({"steps_at_limit", steps, 0, limit});
  if (steps > 0) checks.push_back({"error_at_limit", error, eps, limit});
  return steps == 0;
}

}  // namespace

// Solvers stop by a norm of their own: the plain residual, or one weighted with M^-1 or with PPCG's
// polynomial, which lies above 1 / sqrt(2 max D) of the plain one, D the diagonal of A; Jacobi's is
// the change, a residual over D.  Four times that is allowed.  Rounding comes on top: every
// iteration changes u, and so the true residual behind the solver's back, by at most a few units in
// the last place of |A| |u|.
league::Checks check(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data) {
  const Settings settings = settings_of(cls);
  const System system(cls, data.density);
  const auto first = system.norms(data.before, data.before);
  const auto last = system.norms(data.before, data.u);
  const bool plain = settings.preconditioner == none && settings.solver != use_ppcg;
  const double weight = plain ? 1 : last.diagonal;
  const auto stopped_at = [&](double initial) {
    const double target = settings.eps * initial;
    return settings.solver == use_jacobi ? last.diagonal * target * target
                                         : 4 * std::sqrt(2 * weight) * target;
  };
  double n = 0;
  double stopped = 0;  // in all steps together
  for (const Step& step : data.history) {
    n = std::max(n, double(step.iterations) + step.inner);
    stopped += stopped_at(step.initial);
  }
  const double rounded = 4 * rounding * (n + 1) * last.size;

  league::Checks checks{{"steps_without_sense", senseless_steps(cls, data), 0}};
  const bool converged = add_limits(data.history, settings.eps, checks);
  // Where a solver gave up, nothing is known of the residual but that it is to be told.
  if (converged)
    checks.push_back({"residual", last.residual, stopped_at(first.residual) + rounded});
  else
    checks.push_back({"residual", last.residual, stopped_at(first.residual) + rounded,
                      league::Check::Kind::limit});
  // What the stop test compares with, as the solver saw it: some eight roundings in a cell, here
  // and there.
  checks.push_back({"first_residual",
                    std::abs(data.history.back().initial - first.residual) / first.size,
                    16 * rounding});

  // The columns of A sum to one: energy is lost as the sum of a residual, below its norm times the
  // root of their number, in each step.  Of what rounding loses, never more than the published
  // millionth.  The residuals of plain CG and its directions sum to zero, wherever it stops: there
  // only rounding is lost.
  const auto one = [](std::size_t) { return 1.0; };
  const double energy = sum_of(data.start, one);
  const auto cells = double(data.u.size());
  const bool exact = plain && settings.solver == use_cg;
  const double share = std::sqrt(cells) / energy;
  const double lost =
      std::min(share * cls.steps * rounded + 4 * rounding, 1e-6) + (exact ? 0.0 : share * stopped);
  if (exact || converged) checks.push_back({"energy", relative(sum_of(data.u, one), energy), lost});
  // Sums of the same numbers in any order differ by the root of their number, or little more.
  const auto same_sum = [&](const char* name, double found, const auto& factor) {
    const double sum = sum_of(data.u, factor);
    const double size =
        sum_of(data.u, [&](std::size_t c) { return data.u[c] < 0 ? -factor(c) : factor(c); });
    checks.push_back({name, std::abs(found - sum) / size, 100 * rounding * std::sqrt(cells)});
    return sum;
  };
  same_sum("energy_of_step", data.history.back().energy, one);
  const double temperature =
      cell_volume(cls) * same_sum("temperature_of_step", data.history.back().temperature,
                                  [&](std::size_t c) { return data.density[c]; });
  const Published known = published(cls);
  if (known.temperature > 0 && converged) {
    // Implementations with the same stop rule differ by 1e-12, those with another by 5e-9.
    const double tolerance = settings.solver == use_cg && settings.eps <= 1e-12 ? 1e-8 : 1e-6;
    checks.push_back({"published_temperature", relative(temperature, known.temperature),
                      settings.eps <= 1e-10 || settings.solver == use_jacobi ? tolerance : 1e-5});
  }
  // The first ten iterations are the same but for rounding.
  const double size = std::max(first.size, last.size);
  const auto path = [&](std::size_t evaluations) {
    return path_of(cls, data, system, size, evaluations).checks(settings, last.size);
  };
  league::Checks of_path = path(few);
  const auto good = [](const league::Check& check) { return check.passed(); };
  if (!std::all_of(of_path.begin(), of_path.end(), good)) of_path = path(many);
  checks.insert(checks.end(), of_path.begin(), of_path.end());
  checks.push_back(
      {"spectrum_outside",
       outside(system.spectrum_bounds(settings.preconditioner, last.diagonal), data.history),
       1e-6});
  if (!known.iterations.empty() && converged)
    checks.push_back({"known_iterations", iterations_off(known.iterations, data.history),
                      iterations_allowed(known.iterations, settings)});

  // Small problems are solved once more, without iterations.  A^-1 has no norm above one, so that a
  // step's error is at most its residual, and the steps add theirs.
  if (system.band_cost() <= 4e7 && cls.steps <= 20 && converged) {
    Field direct = data.start;
    system.advance(direct, cls.steps);
    const double error = league::max_abs_error(data.u, [&](std::size_t c) { return direct[c]; });
    checks.push_back({"direct_solution", error, 2 * (stopped + cls.steps * rounded)});
  }
  return checks;
}

void print_summary(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, int every,
                   std::FILE* out) {
  const double volume = cell_volume(cls);
  const auto cells = double(data.u.size());
  const double mass = volume * sum_of(data.density, [](std::size_t) { return 1.0; });
  std::fprintf(out, "volume %.17g  mass %.17g  density %.17g\n", volume * cells, mass,
               mass / (volume * cells));
  std::fprintf(out, "%6s %25s %25s %10s %8s %8s %11s %11s %11s\n", "step", "energy", "temperature",
               "iterations", "inner", "switch", "error", "lowest", "highest");
  for (int s = 1; s <= cls.steps; ++s) {
    if (s % every != 0 && s != cls.steps) continue;
    const Step& step = data.history[std::size_t(s - 1)];
    std::fprintf(out, "%6d %25.17g %25.17g %10d %8d %8d %11.4e %11.4e %11.4e%s\n", s,
                 volume * step.energy, volume * step.temperature,
                 step.iterations - (step.converged && step.iterations > 0 ? 1 : 0), step.inner,
                 step.switched, step.initial > 0 ? step.error / step.initial : 0.0, step.lowest,
                 step.highest, step.converged ? "" : "  iteration limit");
  }
}

void plot(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, const std::string& path) {
  const Deck& deck = deck_of(cls);
  picture::write(path,
                 {{"u", cls.x_cells, cls.y_cells, data.u.data()},
                  {"density", cls.x_cells, cls.y_cells, data.density.data()}},
                 (deck.xmax - deck.xmin) / cls.x_cells, (deck.ymax - deck.ymin) / cls.y_cells);
}

}  // namespace tea
