#include "newton-sqrt.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "league/driver.hpp"

namespace {

// Values from 1 to 4 with all the digits that a precision has; no two neighbours are alike.  Where
// they begin is drawn.
constexpr std::size_t period = 4093;
template <typename Real>
Real element_of_x(std::size_t i) {
  return Real(1 + 3 * double(i % period) / 4099);
}

// coth(2 z) = (coth z + 1 / coth z) / 2 is a step of Newton's method divided by the root, so k
// steps from a start s lead to root * coth(2^k arcoth(s / root)).  With s = 2^k the iteration ends
// some percent away from the root: a step more or less is a difference of a third or more.
double after_steps(double x, int steps) {
  const double root = std::sqrt(x);
  const double start = std::ldexp(1.0, steps);
  return root / std::tanh(start * std::atanh(root / start));
}

}  // namespace

template <typename Real>
NewtonSqrt::Data<Real> NewtonSqrt::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{std::ldexp(Real(1), cls.steps), std::size_t(league::draw(0, period - 1)),
                  league::vector<Real>(n), league::vector<Real>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = element_of_x<Real>(i + data.shift);
    data.y[i] = league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks NewtonSqrt::check(const Class& cls, const Data<Real>& data) {
  std::array<double, period> expected;
  for (std::size_t i = 0; i < period; ++i)
    expected[i] = after_steps(element_of_x<Real>(i), cls.steps);
  const double error = league::max_rel_error(
      data.y, [&](std::size_t i) { return expected[(i + data.shift) % period]; });
  // A step rounds a quotient and a sum, half an epsilon each, and hands on less than the relative
  // error it was given.  The closed form itself is good to a few epsilons of a double.
  return {{"max_relative_error", error,
           (cls.steps + 8) * double(std::numeric_limits<Real>::epsilon())}};
}

league::Work NewtonSqrt::work(const Class& cls, std::size_t real_bytes) {
  const double traffic = 2.0 * double(real_bytes) * cls.n;  // x is read, y is written
  return {3.0 * cls.n * cls.steps, traffic, traffic};
}

int main(int argc, char** argv) { return league::drive<NewtonSqrt>(argc, argv); }
