#include "reductions_check.hpp"

namespace {

// Only those that decide are not zero: no ones, and no integers where they need not be.
template <typename T>
T value(int number, std::size_t i, std::size_t n) {
  const bool decides = i == planted(number, n) || i >= n;
  return decides ? (std::is_integral_v<T> ? T(2) : T(0.25)) : T(0);
}

}  // namespace

template <typename T>
Or::Data<T> Or::make(const Class& cls) {
  return made<T>(
      cls, 1, [&](int number, std::size_t i) { return value<T>(number, i, std::size_t(cls.n)); },
      [](int number) { return T(role(number) == decided_by_start ? 1 : 0); });
}

template <typename T>
league::Checks Or::check(const Class& /*cls*/, const Data<T>& data) {
  return exactly(data,
                 [](int number, int) { return role(number) <= decided_by_start ? 1.0 : 0.0; });
}

int main(int argc, char** argv) { return league::drive<Or>(argc, argv); }
