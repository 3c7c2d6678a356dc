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

/// Steps whose report makes no sense.
double senseless_steps(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data) {
  double wrong = 0;
  for (const Step& step : data.history) {
    const bool good = step.iterations >= (step.initial > 0 ? 1 : 0) &&
                      step.iterations <= cls.max_iters && step.initial >= 0 && step.error >= 0;
    wrong += good ? 0 : 1;
  }
  return wrong;
}

/// How far a run's solver is from the reference's: what a wrong coefficient changes first, long
/// before it spoils the answer.
struct Path {
  double errors = 0;      ///< largest distance of the first errors
  double iterations = 0;  ///< ... of the iteration counts, where all were done again
  double spectrum = 0;    ///< ... of its bounds
  double last_error = 0;  ///< ... of the first step's last error
  bool whole = false;

  /// Squares are what is summed and rounded.  Distances are relative to them, but for those that
  /// have become small.  `lost` tells what rounding of u does to the square of an error.
  template <typename Lost>
  void compare(const Step& step, const Step& reference, const Lost& lost) {
    const double largest = *std::max_element(reference.first.begin(), reference.first.end());
    for (std::size_t i = 0; i < step.first.size(); ++i) {
      const double expected = reference.first[i] * reference.first[i];
      const double scale = std::max(expected, 1e-4 * largest * largest);
      const double off = std::abs(step.first[i] * step.first[i] - expected);
      if (!(off <= lost(reference.first[i]))) worse(errors, off / scale);
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
/// `rounded` is the norm of what rounding makes of a residual.
Path path_of(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, const System& system,
             double rounded) {
  const Settings settings = settings_of(cls);
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
  path.whole = work * double(data.u.size()) <= 4e7;
  Spectrum spectrum;
  Field u = data.start;
  if (!path.whole) {
    const Step& first = data.history.front();
    path.compare(first, system.iterate(settings, spectrum, some(first), u), lost);
    if (settings.solver != use_ppcg || cls.steps < 2) return path;
    const Step& known = data.history[data.history.size() - 2];
    spectrum = {known.lowest, known.highest};
    u = data.before;
    const Step& last = data.history.back();
    path.compare(last, system.iterate(settings, spectrum, some(last), u), lost);
    return path;
  }
  for (std::size_t s = 0; s < data.history.size(); ++s) {
    const Step& step = data.history[s];
    const int most = std::max(0, step.iterations) + spare;
    const Step again = system.iterate(settings, spectrum, most, u);
    if (s == 0 || settings.solver == use_ppcg) path.compare(step, again, lost);
    Path::worse(path.iterations, std::abs(again.iterations - step.iterations) +
                                     std::abs(again.switched - step.switched));
    if (s == 0 && again.iterations == step.iterations)
      Path::worse(path.last_error, std::abs(again.error - step.error));
    if (again.highest > 0 || step.highest > 0)
      Path::worse(path.spectrum, std::max(relative(step.lowest, again.lowest),
                                          relative(step.highest, again.highest)));
  }
  return path;
}

/// Largest distance of the iteration counts from the published ones.
double iterations_off(const std::vector<int>& printed, const std::vector<Step>& history) {
  int off = 0;
  for (std::size_t s = 0; s < printed.size(); ++s)
    off = std::max(off, std::abs(history[s].iterations - 1 - printed[s]));
  return off;
}

/// How far they may be off.  Rounding moves the last iteration by one, rarely by two, of
/// Chebyshev's method by ten.  In runs of thousands of iterations it also leaves another error
/// behind the same iteration: a factor of sqrt(2) is allowed there, as much as two iterations are
/// worth in 200.
double iterations_allowed(const std::vector<int>& printed, const Settings& settings) {
  if (settings.solver == use_chebyshev) return 10;
  const int least = *std::min_element(printed.begin(), printed.end());
  if (least < 2000) return 2;
  return std::floor(least * std::log(std::sqrt(2)) / std::log(1 / settings.eps));
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
  const double n = data.history.back().iterations + data.history.back().inner;
  const double target = settings.eps * first.residual;
  const bool plain = settings.preconditioner == none && settings.solver != use_ppcg;
  const double weight = plain ? 1 : last.diagonal;
  const double stopped = settings.solver == use_jacobi ? last.diagonal * target * target
                                                       : 4 * std::sqrt(2 * weight) * target;
  const double rounded = 4 * rounding * (n + 1) * last.size;
  const double allowed = stopped + rounded;

  league::Checks checks{{"steps_without_sense", senseless_steps(cls, data), 0},
                        {"residual", last.residual, allowed}};

  // The columns of A sum to one: energy is lost as the sum of a residual, below its norm times the
  // root of their number, in each step.  Never more than the published millionth.  The residuals of
  // plain CG and its directions sum to zero, wherever it stops: there only rounding is lost.
  const auto one = [](std::size_t) { return 1.0; };
  const double energy = sum_of(data.start, one);
  const auto cells = double(data.u.size());
  const double exact = plain && settings.solver == use_cg ? rounded : allowed;
  const double lost = cls.steps * std::sqrt(cells) * exact / energy + 4 * rounding;
  checks.push_back({"energy", relative(sum_of(data.u, one), energy), std::min(lost, 1e-6)});
  checks.push_back(
      {"energy_of_step", relative(data.history.back().energy, energy), std::min(2 * lost, 1e-6)});

  const double temperature =
      cell_volume(cls) * sum_of(data.u, [&](std::size_t c) { return data.density[c]; });
  // Sums in any order differ by the root of the number of terms, or little more.
  checks.push_back({"temperature_of_step",
                    relative(cell_volume(cls) * data.history.back().temperature, temperature),
                    100 * rounding * std::sqrt(cells)});
  const Published known = published(cls);
  if (known.temperature > 0) {
    // Implementations with the same stop rule differ by 1e-12, those with another by 5e-9.
    const double tolerance = settings.solver == use_cg && settings.eps <= 1e-12 ? 1e-8 : 1e-6;
    checks.push_back({"published_temperature", relative(temperature, known.temperature),
                      settings.eps <= 1e-10 || settings.solver == use_jacobi ? tolerance : 1e-5});
  }
  // The first ten iterations are the same but for rounding.
  const Path path = path_of(cls, data, system, 4 * rounding * first.size);
  checks.push_back({"first_errors", path.errors, 1e-9});
  if (path.whole) {
    // The last iteration is rounding's to decide; Chebyshev's method looks at every tenth only.
    checks.push_back(
        {"iterations", path.iterations, settings.solver == use_chebyshev ? 10.0 : 1.0});
    checks.push_back({"spectrum", path.spectrum, 1e-6});
    // Chebyshev's last error is a true residual, that of CG what its rounding made of it.
    if (settings.solver == use_chebyshev)
      checks.push_back({"last_error", path.last_error, 2 * rounding * last.size});
  }
  if (!known.iterations.empty())
    checks.push_back({"known_iterations", iterations_off(known.iterations, data.history),
                      iterations_allowed(known.iterations, settings)});

  // Small problems are solved once more, without iterations.  A^-1 has no norm above one, so that a
  // step's error is at most its residual, and the steps add theirs.
  if (system.band_cost() <= 4e7 && cls.steps <= 20) {
    Field direct = data.start;
    system.advance(direct, cls.steps);
    const double error = league::max_abs_error(data.u, [&](std::size_t c) { return direct[c]; });
    checks.push_back({"direct_solution", error, cls.steps * 2 * allowed});
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
