#include "heat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// The manufactured solution exp(-(k^2 + l^2) pi^2 t) sin(k pi x) sin(l pi y), with k = 2 l so that
// the directions differ, and l such that about half of it is left at the end: a variant that did
// nothing is wrong by a factor of two, at any size.
// On the grid the product of sines is an eigenfunction of the scheme too, which fixes every element
// after every step: a step multiplies it by 1 - r (4 - 2 cos(k pi h) - 2 cos(l pi h)).
struct Solution {
  explicit Solution(const Heat::Class& cls) : n(std::size_t(cls.n)), steps(cls.steps) {
    const double pi = std::acos(-1.0);
    const int m = cls.n + 1;                                      // intervals
    const double spread = std::log(2.0) / (Heat::r * cls.steps);  // wanted: (k^2 + l^2) (pi h)^2
    const int l = std::max(1, int(std::lround(std::sqrt(spread / 5) * m / pi)));
    const int k = std::min(2 * l, m - 1);
    across = std::pow(k * pi / m, 2);
    down = std::pow(l * pi / m, 2);
    decay = 1 - Heat::r * (4 - 2 * std::cos(k * pi / m) - 2 * std::cos(l * pi / m));
    along_x = wave(k, m);
    along_y = wave(l, m);
  }

  // Left of the amplitude at the end: on the grid, and by the differential equation.
  double on_grid() const { return std::pow(decay, steps); }
  double continuous() const { return std::exp(-steps * Heat::r * (across + down)); }

  // sin(k pi i / m) for i = 1 ... m - 1.  The argument is reduced in integers: a rounded k pi i / m
  // would be off by more than the tolerance at large k i.
  static std::vector<double> wave(int k, int m) {
    const double pi = std::acos(-1.0);
    std::vector<double> sine;
    for (long i = 1; i < m; ++i) {
      const long phase = k * i % (2L * m);
      const long half = phase % m;
      const double value = std::sin(pi * double(std::min(half, m - half)) / m);
      sine.push_back(phase < m ? value : -value);
    }
    return sine;
  }

  std::size_t n;
  int steps;
  double across = 0, down = 0;  // (k pi h)^2, (l pi h)^2
  double decay = 0;             // factor of one step
  std::vector<double> along_x, along_y;
};

}  // namespace

template <typename Real>
Heat::Data<Real> Heat::make(const Class& cls) {
  const Solution start(cls);
  const std::size_t n = start.n;
  Data<Real> data{league::vector<Real>(n * n), league::vector<Real>(n * n, league::poison<Real>())};
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column)
      data.u[row * n + column] = Real(start.along_y[row] * start.along_x[column]);
  return data;
}

template <typename Real>
league::Checks Heat::check(const Class& cls, const Data<Real>& data) {
  const Solution end(cls);
  const std::size_t n = end.n;
  const double amplitude = end.on_grid();
  const double wanted = end.continuous();
  double max_error = 0;
  double squares = 0;
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      const double wave = end.along_y[row] * end.along_x[column];
      const double value = data.u[row * n + column];
      max_error = league::detail::worse(max_error, std::abs(value - amplitude * wave));
      squares += (value - wanted * wave) * (value - wanted * wave);
    }
  // A step takes averages (the five weights are positive and add up to one), so it amplifies no
  // error.  With values up to one, the partial sums reach 2, 3 and 4 and the difference and the
  // product 8 and 8 r; all but the last addition are weighted with r.  Half an epsilon of each
  // makes r (2 + 3 + 4 + 8 + 8) / 2 + 1 / 2 < 3 epsilon a step.  The start was rounded once.
  const double epsilon = std::numeric_limits<Real>::epsilon();
  const double rounding = 3 * (cls.steps + 1) * epsilon;
  // Error norm against the differential equation, relative to the norm of the start, 1/2.  Per step
  // the second difference is off by (k h)^4 / 12 in either direction and the step in time by the
  // square of the change over two; both leave amplitudes below one.  Rounding comes on top.
  const double h = 1 / double(n + 1);
  const double norm = 2 * h * std::sqrt(squares);
  const double change = r * (end.across + end.down);
  const double truncation =
      cls.steps * (r * (end.across * end.across + end.down * end.down) / 12 + change * change / 2);
  return {{"max_error", max_error, rounding}, {"error_norm", norm, truncation + 2 * rounding}};
}

league::Work Heat::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n) * cls.n;
  const double updates = cells * cls.steps;
  const auto bytes = double(real_bytes);
  return {6 * updates, 2 * bytes * updates, 2 * bytes * cells};
}

int main(int argc, char** argv) { return league::drive<Heat>(argc, argv); }
