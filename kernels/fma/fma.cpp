#include "fma.hpp"

#include <cstddef>

#include "league/driver.hpp"

namespace {

// Doubled plus four, halved minus one: a step adds one to an integer, exactly in every precision,
// fused or not, as long as doubled values stay below 2^24.  Every step shows in the end, and no
// factor can be simplified away because the compiler does not see it.  In double precision the
// integers, whose first is drawn, begin as multiples of unit<double>(), which need more bits than a
// float has.
constexpr double up = 2;
constexpr double rise = 4;
constexpr double down = 0.5;
constexpr double fall = -1;
int element_of_x(std::size_t i) { return int(i % 1009); }

}  // namespace

template <typename Real>
Fma::Data<Real> Fma::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{Real(up), Real(rise), Real(down), Real(fall), league::vector<Real>(n)};
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i)
    data.x[i] = Real(element_of_x(i + data.shift)) * league::unit<Real>();
  return data;
}

template <typename Real>
league::Checks Fma::check(const Class& cls, const Data<Real>& data) {
  const double added = double(cls.steps) * cls.sweeps;
  const double error = league::max_abs_error(data.x, [&](std::size_t i) {
    return element_of_x(i + data.shift) * double(league::unit<Real>()) + added;
  });
  // Nothing is rounded.
  return {{"max_error", error, 0}};
}

league::Work Fma::work(const Class& cls, std::size_t real_bytes) {
  const double visits = double(cls.n) * cls.sweeps;
  const auto bytes = double(real_bytes);
  return {4 * visits * cls.steps, 2 * bytes * visits, bytes * cls.n};
}

int main(int argc, char** argv) { return league::drive<Fma>(argc, argv); }
