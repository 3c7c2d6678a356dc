#include "heat-tutorial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "league/driver.hpp"

namespace {

// Of the tutorial, for 8000 x 8000 points and ten steps on a side of 1000.  Plain C in double
// precision gives all these digits.  Where multiplications and additions are fused, or rounding
// goes another way, four or so of them stay: what is past the limit of stability amplifies it.
constexpr double published_norm = 1.499275e-10;

bool is_published_case(const HeatTutorial::Class& cls) {
  return cls.n == 8000 && cls.steps == 10 && cls.length == 1000;
}

// sin(pi x / length) at the points, whose places are added up as the tutorial does: dx, dx + dx...
std::vector<double> along(const HeatTutorial::Class& cls) {
  const double pi = std::acos(-1.0);
  const double dx = HeatTutorial::width(cls);
  std::vector<double> sine;
  double x = dx;
  for (int i = 0; i < cls.n; ++i) {
    sine.push_back(std::sin(pi * x / cls.length));
    x += dx;
  }
  return sine;
}

// What exact arithmetic would give, and how far rounding may lead away from it.
//
// On the grid a product of sines of i pi / (n + 1) is an eigenfunction: a step multiplies it by
// 1 - 2 r q with q = 4 sin^2(pi / 2 (n + 1)).  The sines that we start with are not quite those:
// their places were added up and they are rounded.  What a step makes of them differs from the
// multiple by r (d a + a d), where d = D a + q a and D is the second difference with zeros outside.
// A step leads an error on, amplified by at most |1 - 4 r| + 4 r: one where the scheme is stable,
// above one in the tutorial's own case, whose r is 0.32.
struct Expected {
  explicit Expected(const HeatTutorial::Class& cls) : wave(along(cls)) {
    const double pi = std::acos(-1.0);
    const double r = HeatTutorial::weight(cls);
    const double half = std::sin(pi / (2.0 * (cls.n + 1)));
    const double q = 4 * half * half;
    const double lost = 2 * HeatTutorial::alpha * HeatTutorial::dt * std::pow(pi / cls.length, 2);
    left_on_grid = std::exp(cls.steps * std::log1p(-2 * r * q));
    left = std::exp(-cls.steps * lost);
    // Their difference, which is far below an epsilon of either, from that of the logarithms.
    const double apart = left * std::abs(std::expm1(cls.steps * (std::log1p(-2 * r * q) + lost)));
    double most = 0;
    double squares = 0;
    for (int i = 0; i < cls.n; ++i) {
      const double before = i > 0 ? wave[i - 1] : 0;
      const double after = i < cls.n - 1 ? wave[i + 1] : 0;
      const double d = std::abs((before - wave[i]) + (after - wave[i]) + q * wave[i]);
      most = std::max(most, d);
      squares += d * d;
    }
    const double growth = std::max(1.0, std::abs(1 - 4 * r) + 4 * r);
    double sum = 0;
    for (int step = 0; step < cls.steps; ++step) sum = growth * sum + 1;
    // Five products and four sums, none above `growth`, and two weights that were rounded.
    const double rounding = 6 * growth * std::numeric_limits<double>::epsilon();
    error = sum * (2 * r * most + rounding);
    const double side = std::sqrt((cls.n + 1) / 2.0);  // norm of the sines of one direction
    norm = apart * side * side + sum * (2 * r * side * std::sqrt(squares) + rounding * cls.n);
  }

  std::vector<double> wave;
  double left_on_grid = 0;  // of the amplitude, by the scheme
  double left = 0;          // by the differential equation
  double error = 0;         // of any point, at most
  double norm = 0;          // of the distance from the differential equation, at most
};

}  // namespace

template <typename Real>
HeatTutorial::Data<Real> HeatTutorial::make(const Class& cls) {
  const Expected expected(cls);
  if (!(10 * expected.error < 1 - expected.left_on_grid))
    throw league::UsageError(
        "these steps change u by less than ten times what rounding may do; "
        "take fewer points or a longer side");
  if (cls.strict == 1 && !is_published_case(cls))
    throw league::UsageError("strict=1 needs the published case: --class B");
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n * n), league::vector<Real>(n * n, league::poison<Real>())};
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      data.u[i + j * n] = Real(expected.wave[i] * expected.wave[j]);
  return data;
}

template <typename Real>
league::Checks HeatTutorial::check(const Class& cls, const Data<Real>& data) {
  const Expected expected(cls);
  const auto n = std::size_t(cls.n);
  double worst = 0;
  double squares = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const double wave = expected.wave[i] * expected.wave[j];
      const double value = data.u[i + j * n];
      worst = league::detail::worse(worst, std::abs(value - expected.left_on_grid * wave));
      const double apart = value - expected.left * expected.wave[i] * expected.wave[j];
      squares += apart * apart;
    }
  const double norm = std::sqrt(squares);
  league::Checks checks{{"max_error", worst, expected.error}, {"error_norm", norm, expected.norm}};
  if (is_published_case(cls)) {
    // Half a unit of the last digit; otherwise a magnitude: a factor of two.
    if (cls.strict == 1)
      checks.push_back({"published_norm", std::abs(norm - published_norm), 0.5e-16});
    else
      checks.push_back({"published_magnitude", std::abs(std::log2(norm / published_norm)), 1});
  }
  return checks;
}

league::Work HeatTutorial::work(const Class& cls, std::size_t real_bytes) {
  const double cells = double(cls.n) * cls.n;
  const double updates = cells * cls.steps;
  const auto bytes = double(real_bytes);
  return {9 * updates, 2 * bytes * updates, 2 * bytes * cells};
}

int main(int argc, char** argv) { return league::drive<HeatTutorial>(argc, argv); }
