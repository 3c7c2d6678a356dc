#include <array>
#include <cmath>
#include <cstdint>

#include "reductions_check.hpp"

namespace {

// Two to the power of the Legendre symbol of i over a prime: 2 where i is the remainder of a
// square, 1/2 where it is of none, and where it is zero -1.  No factor is one, so that a lost one
// shows, there are as many of the one kind as of the other, and products of contiguous, cyclic or
// blocked pieces stay within the exponents of a float.
constexpr int prime = 61;
std::array<int, prime> symbols() {
  std::array<int, prime> found{};
  for (int& one : found) one = -1;
  for (int root = 0; root < prime; ++root) found[std::size_t(root * root % prime)] = 1;
  found[0] = 0;
  return found;
}
int exponent(int number, std::size_t i) {
  static const auto known = symbols();
  return known[(i + 7 * std::size_t(number)) % prime];
}
int sign(int number, std::size_t i) { return exponent(number, i) == 0 ? -1 : 1; }
// A complex number is turned by so many quarters.
int quarters(std::size_t i) { return 1 + int(i % 3); }
// Odd numbers have inverses modulo 2^32: a lost one shows there.
std::uint32_t odd(int number, std::size_t i) {
  return 2 * std::uint32_t((i + std::size_t(number)) % 1009) + 3;
}

Complex turned(double re, double im, int quarters) {
  const Complex ways[] = {{re, im}, {-im, re}, {-re, -im}, {im, -re}};
  return ways[quarters % 4];
}

template <typename T>
T factor(int number, std::size_t i) {
  const double real = std::ldexp(sign(number, i), exponent(number, i));
  if constexpr (std::is_same_v<T, Complex>)
    return turned(real, 0, quarters(i));
  else if constexpr (std::is_integral_v<T>)
    return odd(number, i);
  else
    return T(real);
}

template <typename T>
T first_factor(int number) {
  if constexpr (std::is_same_v<T, Complex>)
    return {first_factor<double>(number), first_factor<double>(number + 2)};
  else
    return T(2 * number + 3) * scale<T>();
}

}  // namespace

template <typename T>
Product::Data<T> Product::make(const Class& cls) {
  return made<T>(cls, std::is_same_v<T, Complex> ? 2 : 1, factor<T>, first_factor<T>);
}

template <typename T>
league::Checks Product::check(const Class& cls, const Data<T>& data) {
  return exactly(data, [&](int number, int part) -> double {
    long power = 0, turns = 0;
    int minus = 1;
    auto whole = std::uint32_t(2 * number + 3);
    for (std::size_t i = 0; i < std::size_t(cls.n); ++i) {
      power += exponent(number, i);
      minus *= sign(number, i);
      turns += quarters(i);
      whole *= odd(number, i);
    }
    const double real = std::ldexp(minus, int(power));
    if constexpr (std::is_same_v<T, Complex>) {
      const auto [re, im] = first_factor<T>(number);
      const Complex turned_start = turned(re * real, im * real, int(turns % 4));
      return part == 0 ? turned_start.re : turned_start.im;
    } else {
      return std::is_integral_v<T> ? double(whole) : double(first_factor<T>(number)) * real;
    }
  });
}

int main(int argc, char** argv) { return league::drive<Product>(argc, argv); }
