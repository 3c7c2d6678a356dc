#include "async.hpp"

#include <cstdint>

#include "league/driver.hpp"

namespace {

// Integers below 4096 in no simple order, so that no two chunks are alike.
int input(std::size_t i) { return int(std::uint32_t(i) * 2654435769U >> 20); }

// `rounds` steps of v -> 5 v + 1 modulo 4096 at once: v -> factor v + term.
struct Jump {
  explicit Jump(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      factor = 5 * factor % 4096;
      term = (5 * term + 1) % 4096;
    }
  }
  int factor = 1;
  int term = 0;
};

}  // namespace

template <typename Real>
Async::Data<Real> Async::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n), league::vector<Real>(n)};
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(input(i));
    data.y[i] = league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Async::check(const Class& cls, const Data<Real>& data) {
  // The numbers stay below 5 * 4096 and are divided by a power of two: exact in every precision.
  const Jump jump(cls.rounds);
  const double error = league::max_abs_error(
      data.y, [&](std::size_t i) { return (jump.factor * input(i) + jump.term) % 4096; });
  return {{"max_error", error, 0}, {"idle_devices", double(data.idle_devices), 0}};
}

league::Work Async::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double traffic = 2 * double(real_bytes) * n;  // x is read, y is written
  return {5.0 * cls.rounds * n, traffic, traffic};    // a round: 2 to step, 3 for the remainder
}

int main(int argc, char** argv) { return league::drive<Async>(argc, argv); }
