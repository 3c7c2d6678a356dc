#include "pi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "league/driver.hpp"

namespace {

// What the trapezoidal rule gives in exact arithmetic.  By the Euler-Maclaurin formula it is the
// integral plus h^2 / 12 times the difference of the first derivatives at both ends, minus h^4 /
// 720 times that of the third, and so on.  Here the first are -2 and 0; the third both vanish.
double trapezoidal(int intervals) {
  const double h = 1.0 / intervals;
  return std::acos(-1.0) - h * h / 6;
}

}  // namespace

template <typename Real>
Pi::Data<Real> Pi::make(const Class& cls) {
  Data<Real> data{league::vector<Real>(std::size_t(cls.grids))};
  std::fill(data.pi.begin(), data.pi.end(), league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Pi::check(const Class& cls, const Data<Real>& data) {
  const double error = league::max_abs_error(
      data.pi, [&](std::size_t grid) { return trapezoidal(cls.n - int(grid)); });
  // Relative, in units u = epsilon / 2: x has 3 u (the index, the width and their product are
  // rounded), and the integrand hands on no more than that; its own operations add 2.5 u, the
  // result 1 u.  A sum of n terms in double loses up to n u of a double, whatever the order.  The
  // next term of Euler-Maclaurin is h^6 / 30240 times the fifth derivative, below 4 * 5!.
  const double pi = std::acos(-1.0);
  const double h = 1.0 / (cls.n - cls.grids + 1);
  const double rounding = 4.0 * std::numeric_limits<Real>::epsilon() +
                          0.5 * std::numeric_limits<double>::epsilon() * cls.n;
  return {{"max_error", error, pi * rounding + std::pow(h, 6) * 480 / 30240}};
}

league::Work Pi::work(const Class& cls, std::size_t real_bytes) {
  const double points = double(cls.n) * cls.grids;
  const auto resident = double(real_bytes) * cls.grids;
  // Per point: scale, square, add, divide, sum.
  return {5 * points, resident, resident};
}

int main(int argc, char** argv) { return league::drive<Pi>(argc, argv); }
