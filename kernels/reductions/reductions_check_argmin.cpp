#include "reductions_check.hpp"

namespace {

// As for min.  What decides stands in the row twice, and the least of the others many times: the
// first of them counts.
constexpr std::size_t first_of_others = 1;
int value(int number, std::size_t i, std::size_t n) {
  const std::size_t place = planted(number, n);
  const bool decides = i == place || i == place + 3 || i >= n;
  return number + (decides ? 7 : 30000 + int((i + 509 - first_of_others) % 509));
}
int start_of(int number) { return number + (role(number) == decided_by_start ? 3 : 50000); }
int expected(int number) {
  const int by = role(number) - decided_by_start;
  return number + (by < 0 ? 7 : by == 0 ? 3 : 30000);
}
double place_of(int number, std::size_t n) {
  const int by = role(number) - decided_by_start;
  return by == 0 ? -1 : double(by < 0 ? planted(number, n) : first_of_others);
}

}  // namespace

template <typename T>
Argmin::Data<T> Argmin::make(const Class& cls) {
  return made<T>(
      cls, 2,
      [&](int number, std::size_t i) {
        return T(value(number, i, std::size_t(cls.n))) * scale<T>();
      },
      [](int number) { return T(start_of(number)) * scale<T>(); });
}

template <typename T>
league::Checks Argmin::check(const Class& cls, const Data<T>& data) {
  return exactly(data, [&](int number, int part) {
    const double value = double(expected(number)) * double(scale<T>());
    return part == 0 ? value : place_of(number, std::size_t(cls.n));
  });
}

int main(int argc, char** argv) { return league::drive<Argmin>(argc, argv); }
