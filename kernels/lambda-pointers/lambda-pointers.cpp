#include "lambda-pointers.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "league/driver.hpp"

namespace {

// Integers from -1024 to 1023 in no simple order, the first of them drawn; in double precision a
// little more, so that they need more bits than a float has.  Sums stay below 2^22 units.
template <typename Real>
double start_at(std::size_t i) {
  return (int(std::uint32_t(i) * 2654435769U >> 21U) - 1024) * league::unit<Real>(1 << 22);
}

}  // namespace

template <typename Real>
LambdaPointers::Data<Real> LambdaPointers::make(const Class& cls) {
  if (std::find(counts.begin(), counts.end(), cls.pointers) == counts.end()) {
    std::string known;
    for (const int count : counts) known += " " + std::to_string(count);
    throw league::UsageError("--set pointers: there are loops for" + known + " pointers");
  }
  Data<Real> data{league::vector<Real>(std::size_t(cls.n))};
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < data.y.size(); ++i) data.y[i] = Real(start_at<Real>(i + data.shift));
  return data;
}

template <typename Real>
league::Checks LambdaPointers::check(const Class& cls, const Data<Real>& data) {
  // Whole numbers below 2^22 are added to multiples of 2^-29 or, in single precision, to whole
  // numbers: every sum is exact.
  const auto each = std::size_t(length(cls));
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    const std::size_t array = i / each;
    const bool left_over = array >= std::size_t(cls.pointers);
    return start_at<Real>(i + data.shift) +
           (left_over ? 0.0 : double(cls.launches) * double(array + 1));
  });
  return {{"max_error", error, 0}};
}

league::Work LambdaPointers::work(const Class& cls, std::size_t real_bytes) {
  const double elements = double(length(cls)) * cls.pointers;
  const double bytes = double(real_bytes) * elements;
  // A launch reads and writes every element.
  return {elements * cls.launches, 2 * bytes * cls.launches, double(real_bytes) * cls.n};
}

int main(int argc, char** argv) { return league::drive<LambdaPointers>(argc, argv); }
