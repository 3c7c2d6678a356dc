#include "jacobi.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// sin(k pi x) sin(k pi y) is an eigenfunction of the four-point average: every sweep multiplies it
// by cos(k pi h).  We pick the k whose amplitude about halves over the run, so that a variant that
// did nothing is wrong by a factor of two, at any size.
struct Mode {
  explicit Mode(const Jacobi::Class& cls) : n(cls.n), sine(std::size_t(cls.n)) {
    const double pi = std::acos(-1.0);
    const double h = 1.0 / (n - 1);
    const double wanted = std::acos(std::pow(0.5, 1.0 / cls.sweeps)) / (pi * h);
    const double k = std::fmax(1.0, std::round(wanted));
    decay = std::cos(k * pi * h);
    for (int i = 0; i < n; ++i) sine[std::size_t(i)] = std::sin(k * pi * h * i);
    sine.front() = sine.back() = 0;
  }
  double at(std::size_t cell) const { return sine[cell / std::size_t(n)] * sine[cell % std::size_t(n)]; }

  int n;
  double decay = 0;  // factor of one sweep
  std::vector<double> sine;
};

}  // namespace

template <typename Real>
Jacobi::Data<Real> Jacobi::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n * n), league::vector<Real>(n * n)};
  const Mode mode(cls);
  for (std::size_t cell = 0; cell < n * n; ++cell) {
    const std::size_t row = cell / n;
    const std::size_t column = cell % n;
    const bool boundary = row == 0 || row == n - 1 || column == 0 || column == n - 1;
    data.u[cell] = Real(mode.at(cell));
    data.v[cell] = boundary ? Real(0) : league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Jacobi::check(const Class& cls, const Data<Real>& data) {
  const Mode mode(cls);
  const double amplitude = std::pow(mode.decay, cls.sweeps);
  const double error =
      league::max_abs_error(data.u, [&](std::size_t cell) { return amplitude * mode.at(cell); });
  // Averaging never amplifies an error, a sweep adds at most two roundings of values below one, and
  // the start was rounded once.
  const double tolerance = 2.0 * (cls.sweeps + 1) * std::numeric_limits<Real>::epsilon();
  return {{"max_error", error, tolerance}};
}

league::Work Jacobi::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n - 2) * (cls.n - 2) * cls.sweeps;
  const double arrays = 2.0 * cls.n * cls.n;
  const auto bytes = double(real_bytes);
  return {4 * cells, 2 * bytes * cells, arrays * bytes};
}

int main(int argc, char** argv) { return league::drive<Jacobi>(argc, argv); }
