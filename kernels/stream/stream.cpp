#include "stream.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "league/driver.hpp"

namespace {

// With s = 2 a pass makes b = 2 a, c = 3 a and at last a = 8 a: integers times powers of two, exact
// in every precision; products, and the start of their sum, grow by 64.  The sum of squares of
// integers below 1000 is below 2^53 for any n, so it is exact in a double in any order.  Nothing is
// zero, and the period is a prime; where it begins is drawn.
constexpr int period = 997;
int element_of_a(std::size_t i) { return int(i % period) + 1; }

// One element more than a float holds, in the middle of arrays of double.  The square of more than
// one, or of one beside a thousand million others, would take the sum beyond 2^53.
constexpr long long_element = (1L << 24) + 1;
template <typename Real>
std::size_t place_of_long_element(const Stream::Class& cls) {
  const bool has_one = sizeof(Real) == 8 && cls.n <= 500'000'000;
  return has_one ? std::size_t(cls.n) / 2 : std::size_t(cls.n);
}

// Of n elements from a drawn one on.
double sum_of_squares(long n, std::size_t shift) {
  long whole = 0;
  long rest = 0;
  for (long i = 0; i < period; ++i) {
    const long element = element_of_a(std::size_t(i) + shift);
    const long square = element * element;
    whole += square;
    if (i < n % period) rest += square;
  }
  return double(n / period * whole + rest);
}

}  // namespace

template <typename Real>
Stream::Data<Real> Stream::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{Real(2),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<Real>(n),
                  league::vector<double>(std::size_t(cls.passes)),
                  std::size_t(league::draw(0, period - 1))};
  for (std::size_t i = 0; i < n; ++i) data.a[i] = Real(element_of_a(i + data.shift));
  const std::size_t place = place_of_long_element<Real>(cls);
  if (place < n) data.a[place] = Real(long_element);
  std::fill(data.b.begin(), data.b.end(), league::poison<Real>());
  std::fill(data.c.begin(), data.c.end(), league::poison<Real>());
  std::fill(data.dot.begin(), data.dot.end(), league::poison<double>());
  return data;
}

template <typename Real>
league::Checks Stream::check(const Class& cls, const Data<Real>& data) {
  const double before = std::ldexp(1.0, 3 * (cls.passes - 1));  // of the last pass, times a
  const std::size_t place = place_of_long_element<Real>(cls);
  const auto error = [&](const auto& array, int factor) {
    return league::max_abs_error(array, [&](std::size_t i) {
      return factor * before * double(i == place ? long_element : element_of_a(i + data.shift));
    });
  };
  double squares = sum_of_squares(cls.n, data.shift);
  if (place < std::size_t(cls.n))
    squares += std::pow(double(long_element), 2) - std::pow(element_of_a(place + data.shift), 2);
  const double error_of_dot = league::max_abs_error(
      data.dot, [&](std::size_t pass) { return std::ldexp(1 + 16 * squares, 6 * int(pass)); });
  // Nothing is rounded.
  return {{"max_error_a", error(data.a, 8), 0},
          {"max_error_b", error(data.b, 2), 0},
          {"max_error_c", error(data.c, 3), 0},
          {"max_error_dot", error_of_dot, 0}};
}

league::Work Stream::work(const Class& cls, std::size_t real_bytes) {
  const double elements = double(cls.n) * cls.passes;
  const auto bytes = double(real_bytes);
  // copy, mul, add, triad and dot do 0 + 1 + 1 + 2 + 2 operations and touch 2 + 2 + 3 + 3 + 2
  // arrays.
  return {6 * elements, 12 * bytes * elements, 3 * bytes * cls.n + 8.0 * cls.passes};
}

int main(int argc, char** argv) { return league::drive<Stream>(argc, argv); }
