#include "lambda-forall.hpp"

#include <cstdint>

#include "league/driver.hpp"

namespace {

// Integers from -1024 to 1024 in no simple order, never zero: what is left out shows in the sum,
// and sums stay small.
int value_at(std::uint32_t place) {
  const int value = int(place * 2654435769U >> 21) - 1024;
  return value < 0 ? value : value + 1;
}
int x_at(std::size_t i) { return value_at(std::uint32_t(i)); }
int y_at(std::size_t i) { return value_at(7 * std::uint32_t(i) + 3); }

}  // namespace

template <typename Real>
LambdaForall::Data<Real> LambdaForall::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n),
                  league::vector<Real>(n + std::size_t(cls.steps), league::poison<Real>())};
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(x_at(i));
    data.y[i] = Real(y_at(i));
  }
  return data;
}

template <typename Real>
league::Checks LambdaForall::check(const Class& cls, const Data<Real>& data) {
  const auto n = std::size_t(cls.n);
  long sum_of_x = 0;
  long sum_of_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum_of_x += x_at(i);
    sum_of_y += y_at(i);
  }
  // Elements stay below 2^24 and sums below 2^53, so each is exact in the type it is made in; a sum
  // is rounded once, when it is stored, and so is what is expected.  Nothing is tolerated.
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    if (i < n) return Real(y_at(i) + long(cls.steps) * factor * x_at(i));
    return Real(sum_of_y + long(i - n + 1) * factor * sum_of_x);
  });
  return {{"max_error", error, 0}};
}

league::Work LambdaForall::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const auto bytes = double(real_bytes);
  // A step reads x and y, writes y, and reads y again.
  return {3 * n * cls.steps, 4 * bytes * n * cls.steps, 2 * bytes * n};
}

int main(int argc, char** argv) { return league::drive<LambdaForall>(argc, argv); }
