#include "heat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// The manufactured solution exp(-(k^2 + l^2) pi^2 t) sin(k pi x) sin(l pi y), with k = 2 l so that
// the directions differ.  There are two, with l such that about a half and a quarter of them is
// left at the end, so that a variant that did nothing, or scaled its data, is wrong by a good part,
// at any size; how much of each there is, is drawn. On the grid the product of sines is an
// eigenfunction of the scheme too, which fixes every element after every step: a step multiplies it
// by 1 - r (4 - 2 cos(k pi h) - 2 cos(l pi h)).
struct Solution {
  Solution(const Heat::Class& cls, double left, double amplitude_)
      : steps(cls.steps), amplitude(amplitude_) {
    const double pi = std::acos(-1.0);
    const int m = cls.n + 1;                                        // intervals
    const double spread = -std::log(left) / (Heat::r * cls.steps);  // wanted: (k^2 + l^2) (pi h)^2
    const int l = std::max(1, int(std::lround(std::sqrt(spread / 5) * m / pi)));
    const int k = std::min(2 * l, m - 1);
    across = std::pow(k * pi / m, 2);
    down = std::pow(l * pi / m, 2);
    decay = 1 - Heat::r * (4 - 2 * std::cos(k * pi / m) - 2 * std::cos(l * pi / m));
    along_x = wave(k, m);
    along_y = wave(l, m);
  }

  // The amplitude at the end: on the grid, and by the differential equation.
  double on_grid() const { return amplitude * std::pow(decay, steps); }
  double continuous() const { return amplitude * std::exp(-steps * Heat::r * (across + down)); }
  // How far a step is off the equation: the second difference by (k h)^4 / 12 in either direction,
  // the step in time by the square of the change over two.
  double truncation() const {
    const double change = Heat::r * (across + down);
    return Heat::r * (across * across + down * down) / 12 + change * change / 2;
  }

  double at(std::size_t row, std::size_t column) const { return along_y[row] * along_x[column]; }

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

  int steps;
  double amplitude;             // at the start
  double across = 0, down = 0;  // (k pi h)^2, (l pi h)^2
  double decay = 0;             // factor of one step
  std::vector<double> along_x, along_y;
};

}  // namespace

template <typename Real>
Heat::Data<Real> Heat::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n * n),
                  league::vector<Real>(n * n, league::poison<Real>()),
                  {league::draw(40, 60) / 100.0, league::draw(20, 40) / 100.0}};
  const Solution slow(cls, 0.5, data.amplitudes[0]), fast(cls, 0.25, data.amplitudes[1]);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column)
      data.u[row * n + column] =
          Real(slow.amplitude * slow.at(row, column) + fast.amplitude * fast.at(row, column));
  return data;
}

template <typename Real>
league::Checks Heat::check(const Class& cls, const Data<Real>& data) {
  const Solution slow(cls, 0.5, data.amplitudes[0]), fast(cls, 0.25, data.amplitudes[1]);
  const auto n = std::size_t(cls.n);
  double max_error = 0;
  double squares = 0;
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      const double value = data.u[row * n + column];
      const double first = slow.at(row, column), second = fast.at(row, column);
      const double on_grid = slow.on_grid() * first + fast.on_grid() * second;
      const double off = value - slow.continuous() * first - fast.continuous() * second;
      max_error = league::detail::worse(max_error, std::abs(value - on_grid));
      squares += off * off;
    }
  // A step takes averages (the five weights are positive and add up to one), so it amplifies no
  // error.  With values up to one, the partial sums reach 2, 3 and 4 and the difference and the
  // product 8 and 8 r; all but the last addition are weighted with r.  Half an epsilon of each
  // makes r (2 + 3 + 4 + 8 + 8) / 2 + 1 / 2 < 3 epsilon a step.  The start and what is expected are
  // sums of two products of three, each rounded.
  const double epsilon = std::numeric_limits<Real>::epsilon();
  const double rounding = 3 * (cls.steps + 2) * epsilon;
  // Error norm against the differential equation, relative to 1/2, the norm of a solution of
  // amplitude one.  Rounding comes on top.
  const double h = 1 / double(n + 1);
  const double norm = 2 * h * std::sqrt(squares);
  const double truncation =
      cls.steps * (slow.amplitude * slow.truncation() + fast.amplitude * fast.truncation());
  return {{"max_error", max_error, rounding}, {"error_norm", norm, truncation + 2 * rounding}};
}

league::Work Heat::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n) * cls.n;
  const double updates = cells * cls.steps;
  const auto bytes = double(real_bytes);
  return {6 * updates, 2 * bytes * updates, 2 * bytes * cells};
}

int main(int argc, char** argv) { return league::drive<Heat>(argc, argv); }
