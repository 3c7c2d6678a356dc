#include "lambda-forall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "league/driver.hpp"

namespace {

// Integers from -1024 to 1024 in no simple order, the first of them drawn, never zero: what is left
// out shows in the sum, and sums stay small.
int value_at(std::uint32_t place) {
  const int value = int(place * 2654435769U >> 21) - 1024;
  return value < 0 ? value : value + 1;
}
int x_at(std::size_t i) { return value_at(std::uint32_t(i)); }
int y_at(std::size_t i) { return value_at(7 * std::uint32_t(i) + 3); }

// What they are multiplied with in double precision, so that they need more bits than a float has;
// the more elements there are to be summed, the fewer bits more.
template <typename Real>
double unit(const LambdaForall::Class& cls) {
  const double most_of_y = 1025.0 * (1 + LambdaForall::factor * cls.steps);
  return league::unit<Real>(std::min(most_of_y * cls.n, std::ldexp(1.0, 50)));
}

}  // namespace

template <typename Real>
LambdaForall::Data<Real> LambdaForall::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n),
                  league::vector<Real>(n + std::size_t(cls.steps), league::poison<Real>())};
  const auto scale = Real(unit<Real>(cls));
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(x_at(i + data.shift)) * scale;
    data.y[i] = Real(y_at(i + data.shift)) * scale;
  }
  return data;
}

template <typename Real>
league::Checks LambdaForall::check(const Class& cls, const Data<Real>& data) {
  const auto n = std::size_t(cls.n);
  long sum_of_x = 0;
  long sum_of_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum_of_x += x_at(i + data.shift);
    sum_of_y += y_at(i + data.shift);
  }
  // Elements stay below 2^24 and sums below 2^53 units, so each is exact in the type it is made in;
  // a sum is rounded once, when it is stored, and so is what is expected.  Nothing is tolerated.
  const double scale = unit<Real>(cls);
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    const std::size_t place = i + data.shift;
    if (i < n) return Real(scale * double(y_at(place) + long(cls.steps) * factor * x_at(place)));
    return Real(scale * double(sum_of_y + long(i - n + 1) * factor * sum_of_x));
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
