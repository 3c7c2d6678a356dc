#include "jacobi-convergence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "league/driver.hpp"

namespace {

// The start is 1 + c M with M = sin(k pi x) sin(l pi y), and c from 0.9 to 1 is drawn, an
// eigenfunction of the four-point average: every sweep multiplies it by (cos(k pi h) + cos(l pi h))
// / 2 and leaves the one alone.  k = 2 l, so that a sweep that looks the wrong way shows, and l is
// the one whose amplitude about halves over the sweeps that are asked for.
struct Mode {
  Mode(const JacobiConvergence::Class& cls, double drawn) : n(unsigned(cls.n)), first(drawn) {
    const double pi = std::acos(-1.0);
    const int intervals = cls.n - 1;
    // With x = cos(l pi h), the factor is (2 x^2 - 1 + x) / 2.
    const double wanted = std::pow(0.5, 1.0 / cls.sweeps);
    const double x = (std::sqrt(9 + 16 * wanted) - 1) / 4;
    const int l = std::max(1, int(std::lround(std::acos(x) * intervals / pi)));
    const int k = std::min(2 * l, intervals - 1);
    decay = (std::cos(k * pi / intervals) + std::cos(l * pi / intervals)) / 2;
    along_x = wave(k, intervals);
    along_y = wave(l, intervals);
    amplitude = first * std::pow(decay, cls.sweeps);
    change = amplitude / decay * (1 - decay) * largest(along_x) * largest(along_y);
    change_before = change / decay;
  }

  double at(std::size_t cell) const {
    const auto c = unsigned(cell);  // n * n is an int
    return along_y[c / n] * along_x[c % n];
  }

  // sin(k pi i / m) for i = 0 ... m, the argument reduced in integers.
  static std::vector<double> wave(int k, int m) {
    const double pi = std::acos(-1.0);
    std::vector<double> sine;
    for (long i = 0; i <= m; ++i) {
      const long phase = k * i % (2L * m);
      const long half = phase % m;
      const double value = std::sin(pi * double(std::min(half, m - half)) / m);
      sine.push_back(phase < m ? value : -value);
    }
    return sine;
  }

  static double largest(const std::vector<double>& wave) {
    double most = 0;
    for (const double value : wave) most = std::max(most, std::abs(value));
    return most;
  }

  // Geometric middle of the last change and the one before.
  double limit() const { return std::sqrt(change * change_before); }

  unsigned n;
  double first;              // amplitude at the start
  double decay = 0;          // factor of one sweep
  double amplitude = 0;      // after the last sweep
  double change = 0;         // largest of any point, in the last sweep
  double change_before = 0;  // and in the one before
  std::vector<double> along_x;
  std::vector<double> along_y;
};

// Values are between 0 and 2, and the start was rounded once.  The three sums of a sweep are below
// 4, 6 and 8, so that their roundings and the exact division add at most 10/4 half epsilons; we
// allow for 4, two roundings of the largest value.  Averaging never amplifies an error.
template <typename Real>
double rounding(int sweeps) {
  return (2.0 * sweeps + 1) * std::numeric_limits<Real>::epsilon();
}

// A change is the difference of two such values; its own rounding is within the allowance.
template <typename Real>
double rounding_of_change(int sweeps) {
  return 2 * rounding<Real>(sweeps);
}

}  // namespace

template <typename Real>
JacobiConvergence::Data<Real> JacobiConvergence::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  const double first = league::draw(900, 1000) / 1000.0;
  const Mode mode(cls, first);
  if (!(mode.limit() - mode.change > rounding_of_change<Real>(cls.sweeps)))
    throw league::UsageError(std::string(league::precision_name<Real>()) + " cannot tell sweep " +
                             std::to_string(cls.sweeps) +
                             " from the one before: their changes are closer than rounding");
  Data<Real> data{
      league::vector<Real>(n * n), league::vector<Real>(n * n), Real(mode.limit()), 0, 0, first};
  for (std::size_t row = 0; row < n; ++row) {
    const bool edge = row == 0 || row == n - 1;
    Real* u = &data.u[row * n];
    Real* v = &data.v[row * n];
    for (std::size_t column = 0; column < n; ++column)
      u[column] = Real(1 + first * mode.along_y[row] * mode.along_x[column]);
    std::fill_n(v, n, edge ? Real(1) : league::poison<Real>());
    v[0] = v[n - 1] = 1;
  }
  return data;
}

template <typename Real>
league::Checks JacobiConvergence::check(const Class& cls, const Data<Real>& data) {
  const Mode mode(cls, data.first);
  const auto wanted = [&](std::size_t cell) { return 1 + mode.amplitude * mode.at(cell); };
  return {{"max_error", league::max_abs_error(data.u, wanted), rounding<Real>(cls.sweeps)},
          {"sweeps", std::abs(double(data.sweeps - cls.sweeps)), 0},
          {"change", std::abs(double(data.change) - mode.change),
           rounding_of_change<Real>(cls.sweeps)}};
}

league::Work JacobiConvergence::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n - 2) * (cls.n - 2) * cls.sweeps;
  const double arrays = 2.0 * cls.n * cls.n;
  const auto bytes = double(real_bytes);
  return {6 * cells, 2 * bytes * cells, arrays * bytes};  // a difference and a maximum more
}

int main(int argc, char** argv) { return league::drive<JacobiConvergence>(argc, argv); }
