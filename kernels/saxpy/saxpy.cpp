#include "saxpy.hpp"

#include <cstddef>

#include "league/driver.hpp"

namespace {

// Integers whose sums stay below 2^24 are exact in every precision, whatever the order and whether
// or not multiplication and addition are fused.  The periods are different primes: a shift of
// either vector shows; where they begin is drawn.  Nothing is zero, so that no element may be left
// out, nor an array not be sent.  In double precision they are multiples of unit<double>(), which
// need more bits than a float has.
constexpr int factor = 3;
int element_of_x(std::size_t i) { return int(i % 1009) + 1; }
int element_of_y(std::size_t i) { return int(i % 997) + 1; }

}  // namespace

template <typename Real>
Saxpy::Data<Real> Saxpy::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{Real(factor), league::vector<Real>(n), league::vector<Real>(n),
                  std::size_t(league::draw(0, 9999))};
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(element_of_x(i + data.shift)) * league::unit<Real>();
    data.y[i] = Real(element_of_y(i + data.shift)) * league::unit<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Saxpy::check(const Class& cls, const Data<Real>& data) {
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    const std::size_t at = i + data.shift;
    const double sum = element_of_y(at) + double(cls.steps) * factor * element_of_x(at);
    return sum * double(league::unit<Real>());
  });
  // Nothing is rounded.
  return {{"max_error", error, 0}};
}

league::Work Saxpy::work(const Class& cls, std::size_t real_bytes) {
  const double elements = double(cls.n) * cls.steps;
  const auto bytes = double(real_bytes);
  return {2 * elements, 3 * bytes * elements, 2 * bytes * cls.n};
}

int main(int argc, char** argv) { return league::drive<Saxpy>(argc, argv); }
