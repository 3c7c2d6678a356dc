#include "reductions_check.hpp"

namespace {

// Elements are far above zero, where a wrong start would be, and those that decide far below them.
int value(int number, std::size_t i, std::size_t n) {
  const bool decides = i == planted(number, n) || i >= n;
  return number + (decides ? 7 : 30000 + int(i % 509));
}
int start_of(int number) { return number + (role(number) == decided_by_start ? 3 : 50000); }
int expected(int number) {
  const int by = role(number) - decided_by_start;
  return number + (by < 0 ? 7 : by == 0 ? 3 : 30000);
}

}  // namespace

template <typename T>
Min::Data<T> Min::make(const Class& cls) {
  return made<T>(
      cls, 1,
      [&](int number, std::size_t i) {
        return T(value(number, i, std::size_t(cls.n))) * scale<T>();
      },
      [](int number) { return T(start_of(number)) * scale<T>(); });
}

template <typename T>
league::Checks Min::check(const Class& /*cls*/, const Data<T>& data) {
  return exactly(data,
                 [](int number, int) { return double(expected(number)) * double(scale<T>()); });
}

int main(int argc, char** argv) { return league::drive<Min>(argc, argv); }
