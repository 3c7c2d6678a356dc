#include "reductions_check.hpp"

namespace {

// Only those that decide are zero; the others are no ones, and no integers where they need not be.
template <typename T>
T value(int number, std::size_t i, std::size_t n) {
  const bool decides = i == planted(number, n) || i >= n;
  return decides ? T(0) : (1 + T(i % 3)) / (std::is_integral_v<T> ? 1 : 4);
}

}  // namespace

template <typename T>
And::Data<T> And::make(const Class& cls) {
  return made<T>(
      cls, 1, [&](int number, std::size_t i) { return value<T>(number, i, std::size_t(cls.n)); },
      [](int number) { return T(role(number) == decided_by_start ? 0 : 1); });
}

template <typename T>
league::Checks And::check(const Class& /*cls*/, const Data<T>& data) {
  return exactly(data,
                 [](int number, int) { return role(number) <= decided_by_start ? 0.0 : 1.0; });
}

int main(int argc, char** argv) { return league::drive<And>(argc, argv); }
