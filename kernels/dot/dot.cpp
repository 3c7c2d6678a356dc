#include "dot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "league/driver.hpp"

namespace {

// Integers, none of them zero, so that every lost or doubled element shows.  x runs from -254 to
// 254 (with 1 in the place of 0), y is 1, 2, 3; their periods are primes, so x is balanced along
// any stride that is no multiple of 509.  Sums over contiguous, cyclic or blocked pieces therefore
// stay far below 2^24, at any length, and are exact in every precision and order of summation.  In
// double precision x is a multiple of unit<double>(), which needs more bits than a float has.
constexpr int period_of_x = 509;
constexpr int period_of_y = 3;
constexpr int period = period_of_x * period_of_y;
int element_of_x(std::size_t i) {
  const int value = int(i % period_of_x) - period_of_x / 2;
  return value == 0 ? 1 : value;
}
int element_of_y(std::size_t i) { return int(i % period_of_y) + 1; }

// Products of 0 ... period elements from a drawn one on.
std::array<long, period + 1> products_of_one_period(std::size_t shift) {
  std::array<long, period + 1> sums{};
  for (std::size_t i = 0; i < period; ++i)
    sums[i + 1] = sums[i] + long(element_of_x(i + shift)) * element_of_y(i + shift);
  return sums;
}

}  // namespace

template <typename Real>
Dot::Data<Real> Dot::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n), league::vector<Real>(n),
                  league::vector<Real>(std::size_t(cls.products)),
                  std::size_t(league::draw(0, period - 1))};
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(element_of_x(i + data.shift)) * league::unit<Real>();
    data.y[i] = Real(element_of_y(i + data.shift));
  }
  std::fill(data.dot.begin(), data.dot.end(), league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Dot::check(const Class& cls, const Data<Real>& data) {
  const auto sums = products_of_one_period(data.shift);
  const double error = league::max_abs_error(data.dot, [&](std::size_t product) {
    const auto n = std::size_t(cls.n) - product;
    const auto sum = double(long(n / period) * sums[period] + sums[n % period]);
    return double(product) + 1 + sum * double(league::unit<Real>());
  });
  // Nothing is rounded.
  return {{"max_error", error, 0}};
}

league::Work Dot::work(const Class& cls, std::size_t real_bytes) {
  const double elements = double(cls.n) * cls.products;
  const auto bytes = double(real_bytes);
  return {2 * elements, 2 * bytes * elements, bytes * (2.0 * cls.n + cls.products)};
}

int main(int argc, char** argv) { return league::drive<Dot>(argc, argv); }
