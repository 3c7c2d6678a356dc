#include "branch.hpp"

#include <cstddef>

#include "league/driver.hpp"

namespace {

// In double precision all numbers are multiples of unit<double>(), more bits than a float has.
// A step upwards is two multiply-adds, ((2 x + 4) / 2) - 1 = x + 1, one downwards is three,
// 4 ((x / 2 + 3) / 2 - 2) + 1 = x - 1, exactly in every precision as long as quarters of x are.
// Compilers may not simplify them, since they may not reorder rounding.

// Either sign is as likely as the other, without a pattern that a predictor could learn: the bits
// of the number of the run and of a drawn number are mixed.
bool is_negative(std::size_t i, int run, unsigned drawn) {
  auto bits = unsigned(i / std::size_t(run)) + 0x9e3779b9U * (1 + drawn);
  bits = (bits ^ (bits >> 16)) * 0x7feb352dU;
  bits = (bits ^ (bits >> 15)) * 0x846ca68bU;
  return ((bits ^ (bits >> 16)) & 1U) != 0;
}

// Zero, which is not negative, is among the numbers.
int element_of_x(std::size_t i, int run, unsigned drawn) {
  const int size = int((i + drawn) % 509);
  return is_negative(i, run, drawn) ? -1 - size : size;
}

}  // namespace

template <typename Real>
Branch::Data<Real> Branch::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n), league::vector<Real>(n)};
  data.drawn = unsigned(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(element_of_x(i, cls.run, data.drawn)) * league::unit<Real>();
    data.y[i] = league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Branch::check(const Class& cls, const Data<Real>& data) {
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    const int x = element_of_x(i, cls.run, data.drawn);
    return x * double(league::unit<Real>()) + (x < 0 ? -cls.steps : cls.steps);
  });
  // Nothing is rounded: all intermediate values are quarters of integers below 2^22, and in double
  // precision of their 2^-27th parts.
  return {{"max_error", error, 0}};
}

league::Work Branch::work(const Class& cls, std::size_t real_bytes) {
  const double traffic = 2.0 * double(real_bytes) * cls.n;  // x is read, y is written
  // Two multiply-adds for one half of the numbers, three for the other.
  return {5.0 * cls.n * cls.steps, traffic, traffic};
}

int main(int argc, char** argv) { return league::drive<Branch>(argc, argv); }
