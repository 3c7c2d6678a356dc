#include "reductions_check.hpp"

namespace {

// As for min.  What decides stands in the row twice, and the least of the others many times: the
// first of them counts.
constexpr std::size_t first_of_others = 1;
int value(int round, std::size_t i, std::size_t n) {
  const std::size_t place = planted(round, n);
  const bool decides = i == place || i == place + 3 || i >= n;
  return decides ? 7 + round : 1000 + int((i + 509 - first_of_others) % 509);
}
int start_of(int round) { return round == decided_by_start ? 3 : 2000; }
int expected(int round) {
  return round < decided_by_start ? 7 + round : round == decided_by_start ? 3 : 1000;
}
double place_of(int round, std::size_t n) {
  if (round == decided_by_start) return -1;
  return double(round < decided_by_start ? planted(round, n) : first_of_others);
}

}  // namespace

template <typename T>
Argmin::Data<T> Argmin::make(const Class& cls) {
  return made<T>(
      cls, 2,
      [&](int round, std::size_t i) { return T(value(round, i, std::size_t(cls.n))) * scale<T>(); },
      [](int round) { return T(start_of(round)) * scale<T>(); });
}

template <typename T>
league::Checks Argmin::check(const Class& cls, const Data<T>& data) {
  return exactly(data.result, [&](int round, int number) {
    const double value = double(expected(round)) * double(scale<T>());
    return number == 0 ? value : place_of(round, std::size_t(cls.n));
  });
}

int main(int argc, char** argv) { return league::drive<Argmin>(argc, argv); }
