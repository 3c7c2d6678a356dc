#include "pi-midpoint.hpp"

#include <cmath>
#include <limits>

#include "league/driver.hpp"

template <typename Real>
PiMidpoint::Data<Real> PiMidpoint::make(const Class& /*cls*/) {
  return {league::vector<Real>(1, league::poison<Real>())};
}

template <typename Real>
league::Checks PiMidpoint::check(const Class& cls, const Data<Real>& data) {
  // In exact arithmetic the rule gives the integral less h^2 / 24 times the difference of the first
  // derivatives at both ends, which are -2 and 0; those of the third order both vanish.  The next
  // term is 31 h^6 / 967680 times a fifth derivative, below 4 * 5!.
  const double pi = std::acos(-1.0);
  const double h = 1.0 / cls.n;
  const double error = league::max_abs_error(data.pi, [&](std::size_t) { return pi + h * h / 12; });
  // Relative, in units u = epsilon / 2: x has 4 u (the index, its half, the width and the product
  // are rounded), and the integrand hands on no more than that; its own operations add 2.5 u, the
  // result 1 u.  A sum of n terms in double loses up to n u of a double, whatever the order.
  const double rounding = 4.0 * std::numeric_limits<Real>::epsilon() +
                          0.5 * std::numeric_limits<double>::epsilon() * cls.n;
  return {{"max_error", error, pi * rounding + std::pow(h, 6) * 480 * 31 / 967680}};
}

league::Work PiMidpoint::work(const Class& cls, std::size_t real_bytes) {
  // Per point: middle, scale, square, add, divide, sum.
  return {6.0 * cls.n, double(real_bytes), double(real_bytes)};
}

int main(int argc, char** argv) { return league::drive<PiMidpoint>(argc, argv); }
