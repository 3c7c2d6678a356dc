#include "tealeaf_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "../common/picture.hpp"
#include "tealeaf_deck.hpp"
#include "tealeaf_solver.hpp"

namespace tea {
namespace {

using Field = league::vector<double>;
constexpr double rounding = std::numeric_limits<double>::epsilon();

/// The linear system of a step, assembled face by face from the density: nothing that variants use.
class System {
 public:
  System(const Tealeaf::Class& cls, const Field& density)
      : nx_(cls.x_cells), ny_(cls.y_cells), east_(density.size()), north_(density.size()) {
    const Deck& deck = deck_of(cls);
    const double dx = (deck.xmax - deck.xmin) / nx_;
    const double dy = (deck.ymax - deck.ymin) / ny_;
    const auto face = [&](std::size_t a, std::size_t b) {
      const double ca = deck.inverse_density != 0 ? 1 / density[a] : density[a];
      const double cb = deck.inverse_density != 0 ? 1 / density[b] : density[b];
      return (ca + cb) / (2 * ca * cb);
    };
    for (int k = 0; k < ny_; ++k)
      for (int j = 0; j < nx_; ++j) {
        const std::size_t c = at(k, j);
        east_[c] = j + 1 < nx_ ? deck.timestep / (dx * dx) * face(c, at(k, j + 1)) : 0;
        north_[c] = k + 1 < ny_ ? deck.timestep / (dy * dy) * face(c, at(k + 1, j)) : 0;
      }
  }

  std::size_t at(int k, int j) const { return std::size_t(k) * std::size_t(nx_) + std::size_t(j); }
  double east(int k, int j) const { return j < 0 ? 0 : east_[at(k, j)]; }
  double north(int k, int j) const { return k < 0 ? 0 : north_[at(k, j)]; }
  double diagonal(int k, int j) const {
    return 1 + east(k, j) + east(k, j - 1) + north(k, j) + north(k - 1, j);
  }

  /// Norms of b - A x and of |A| |x|, and the largest diagonal element.
  struct Norms {
    double residual = 0;
    double size = 0;
    double diagonal = 0;
  };
  Norms norms(const Field& b, const Field& x) const {
    Norms norms;
    for (int k = 0; k < ny_; ++k)
      for (int j = 0; j < nx_; ++j) {
        const std::size_t c = at(k, j);
        const double d = diagonal(k, j);
        double beside = 0;
        if (j > 0) beside += east(k, j - 1) * x[c - 1];
        if (j + 1 < nx_) beside += east(k, j) * x[c + 1];
        if (k > 0) beside += north(k - 1, j) * x[at(k - 1, j)];
        if (k + 1 < ny_) beside += north(k, j) * x[at(k + 1, j)];
        const double r = b[c] - d * x[c] + beside;
        const double size = d * std::abs(x[c]) + std::abs(beside);
        norms.residual += r * r;
        norms.size += size * size;
        norms.diagonal = std::max(norms.diagonal, d);
      }
    norms.residual = std::sqrt(norms.residual);
    norms.size = std::sqrt(norms.size);
    return norms;
  }

  /// What elimination in a band costs, in multiplications.
  double band_cost() const { return double(nx_) * nx_ * nx_ * ny_; }

  /// Solves all steps by elimination without pivoting, which a symmetric, diagonally dominant
  /// matrix does not need.
  void advance(Field& u, int steps) const {
    const auto width = std::size_t(nx_);
    const std::size_t cells = u.size();
    std::vector<double> band(cells * (width + 1), 0.0);  // row c: columns c - width to c
    const auto entry = [&](std::size_t row, std::size_t column) -> double& {
      return band[row * (width + 1) + (column + width - row)];
    };
    for (int k = 0; k < ny_; ++k)
      for (int j = 0; j < nx_; ++j) {
        const std::size_t c = at(k, j);
        entry(c, c) = diagonal(k, j);
        if (k > 0) entry(c, c - width) -= north(k - 1, j);
        if (j > 0) entry(c, c - 1) -= east(k, j - 1);
      }
    for (std::size_t row = 0; row < cells; ++row) {  // A = L L^T
      const std::size_t first = row < width ? 0 : row - width;
      for (std::size_t column = first; column <= row; ++column) {
        double sum = entry(row, column);
        for (std::size_t m = std::max(first, column < width ? 0 : column - width); m < column; ++m)
          sum -= entry(row, m) * entry(column, m);
        entry(row, column) = column < row ? sum / entry(column, column) : std::sqrt(sum);
      }
    }
    for (int step = 0; step < steps; ++step) {
      for (std::size_t row = 0; row < cells; ++row) {
        for (std::size_t m = row < width ? 0 : row - width; m < row; ++m)
          u[row] -= entry(row, m) * u[m];
        u[row] /= entry(row, row);
      }
      for (std::size_t row = cells; row-- > 0;) {
        u[row] /= entry(row, row);
        for (std::size_t m = row < width ? 0 : row - width; m < row; ++m)
          u[m] -= entry(row, m) * u[row];
      }
    }
  }

 private:
  int nx_;
  int ny_;
  std::vector<double> east_;  // coefficient to the next cell
  std::vector<double> north_;
};

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

/// Largest distance of the iteration counts from the published ones.
double iterations_off(const std::vector<int>& printed, const std::vector<Step>& history) {
  int off = 0;
  for (std::size_t s = 0; s < printed.size(); ++s)
    off = std::max(off, std::abs(history[s].iterations - 1 - printed[s]));
  return off;
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
  const double allowed = stopped + 4 * rounding * (n + 1) * last.size;

  league::Checks checks{{"steps_without_sense", senseless_steps(cls, data), 0},
                        {"residual", last.residual, allowed}};

  // The columns of A sum to one: energy is lost as the sum of a residual, below its norm times the
  // root of their number, in each step.  Never more than the published millionth.
  const auto one = [](std::size_t) { return 1.0; };
  const double energy = sum_of(data.start, one);
  const auto cells = double(data.u.size());
  const double lost = cls.steps * std::sqrt(cells) * allowed / energy + 4 * rounding;
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
  // Rounding moves the last iteration by one, rarely by two.
  if (!known.iterations.empty())
    checks.push_back({"known_iterations", iterations_off(known.iterations, data.history), 2});

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

void print_summary(const Tealeaf::Class& cls, const Tealeaf::Data<double>& data, int every) {
  const double volume = cell_volume(cls);
  const auto cells = double(data.u.size());
  const double mass = volume * sum_of(data.density, [](std::size_t) { return 1.0; });
  std::printf("volume %.17g  mass %.17g  density %.17g\n", volume * cells, mass,
              mass / (volume * cells));
  std::printf("%6s %25s %25s %10s %8s %8s %11s %11s %11s\n", "step", "energy", "temperature",
              "iterations", "inner", "switch", "error", "lowest", "highest");
  for (int s = 1; s <= cls.steps; ++s) {
    if (s % every != 0 && s != cls.steps) continue;
    const Step& step = data.history[std::size_t(s - 1)];
    std::printf("%6d %25.17g %25.17g %10d %8d %8d %11.4e %11.4e %11.4e%s\n", s,
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
