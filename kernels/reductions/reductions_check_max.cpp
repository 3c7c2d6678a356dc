#include "reductions_check.hpp"

namespace {

// Elements are far below zero, where a wrong start would be, and those that decide far above them.
int value(int round, std::size_t i, std::size_t n) {
  const bool decides = i == planted(round, n) || i >= n;
  return -(decides ? 7 + round : 1000 + int(i % 509));
}
int start_of(int round) { return -(round == decided_by_start ? 3 : 2000); }
int expected(int round) {
  return -(round < decided_by_start ? 7 + round : round == decided_by_start ? 3 : 1000);
}

}  // namespace

template <typename T>
Max::Data<T> Max::make(const Class& cls) {
  return made<T>(
      cls, 1,
      [&](int round, std::size_t i) { return T(value(round, i, std::size_t(cls.n))) * scale<T>(); },
      [](int round) { return T(start_of(round)) * scale<T>(); });
}

template <typename T>
league::Checks Max::check(const Class& /*cls*/, const Data<T>& data) {
  return exactly(data.result,
                 [](int round, int) { return double(expected(round)) * double(scale<T>()); });
}

int main(int argc, char** argv) { return league::drive<Max>(argc, argv); }
