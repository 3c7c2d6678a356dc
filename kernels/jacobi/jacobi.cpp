#include "jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// sin(k pi x) sin(l pi y) is an eigenfunction of the four-point average: every sweep multiplies it
// by (cos(k pi h) + cos(l pi h)) / 2.  With k = 2 l the two directions decay differently, so that a
// sweep that looks the wrong way shows.  There are two such modes, of which about a half and a
// quarter is left at the end, so that a variant that did nothing, or scaled its data, is wrong by a
// good part, at any size; how much of each there is, is drawn.
struct Mode {
  Mode(const Jacobi::Class& cls, double left) {
    const double pi = std::acos(-1.0);
    const int intervals = cls.n - 1;
    // With x = cos(l pi h), the factor is (2 x^2 - 1 + x) / 2.
    const double wanted = std::pow(left, 1.0 / cls.sweeps);
    const double x = (std::sqrt(9 + 16 * wanted) - 1) / 4;
    const int l = std::max(1, int(std::lround(std::acos(x) * intervals / pi)));
    const int k = std::min(2 * l, intervals - 1);
    decay = (std::cos(k * pi / intervals) + std::cos(l * pi / intervals)) / 2;
    along_x = wave(k, intervals);
    along_y = wave(l, intervals);
  }

  // sin(k pi i / m) for i = 0 ... m.  The argument is reduced in integers: a rounded k pi i / m
  // would be off by more than the tolerance at large k i.
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

  double decay = 0;  // factor of one sweep
  std::vector<double> along_x;
  std::vector<double> along_y;
};

// What is at a cell after some sweeps.
struct Modes {
  Modes(const Jacobi::Class& cls, const std::array<double, 2>& amplitudes, int sweeps)
      : n(unsigned(cls.n)), slow(cls, 0.5), fast(cls, 0.25) {
    of_slow = amplitudes[0] * std::pow(slow.decay, sweeps);
    of_fast = amplitudes[1] * std::pow(fast.decay, sweeps);
  }

  double at(std::size_t cell) const {
    const unsigned row = unsigned(cell) / n, column = unsigned(cell) % n;  // n * n is an int
    return of_slow * slow.along_y[row] * slow.along_x[column] +
           of_fast * fast.along_y[row] * fast.along_x[column];
  }

  unsigned n;
  Mode slow, fast;
  double of_slow = 0, of_fast = 0;
};

}  // namespace

template <typename Real>
Jacobi::Data<Real> Jacobi::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n * n),
                  league::vector<Real>(n * n),
                  {league::draw(40, 60) / 100.0, league::draw(20, 40) / 100.0}};
  const Modes start(cls, data.amplitudes, 0);
  for (std::size_t row = 0; row < n; ++row) {
    const bool edge = row == 0 || row == n - 1;
    Real* u = &data.u[row * n];
    Real* v = &data.v[row * n];
    for (std::size_t column = 0; column < n; ++column) u[column] = Real(start.at(row * n + column));
    std::fill_n(v, n, edge ? Real(0) : league::poison<Real>());
    v[0] = v[n - 1] = 0;
  }
  return data;
}

template <typename Real>
league::Checks Jacobi::check(const Class& cls, const Data<Real>& data) {
  const Modes end(cls, data.amplitudes, cls.sweeps);
  const double error =
      league::max_abs_error(data.u, [&](std::size_t cell) { return end.at(cell); });
  // Averaging never amplifies an error, a sweep adds at most two roundings of values up to one, and
  // the start and what is expected are sums of two products of three, each rounded.
  const double tolerance = 2.0 * (cls.sweeps + 2) * std::numeric_limits<Real>::epsilon();
  return {{"max_error", error, tolerance}};
}

league::Work Jacobi::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n - 2) * (cls.n - 2) * cls.sweeps;
  const double arrays = 2.0 * cls.n * cls.n;
  const auto bytes = double(real_bytes);
  return {4 * cells, 2 * bytes * cells, arrays * bytes};
}

int main(int argc, char** argv) { return league::drive<Jacobi>(argc, argv); }
