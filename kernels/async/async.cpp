#include "async.hpp"

#include <cstdint>
#include <string_view>

#include "league/build_info.hpp"
#include "league/driver.hpp"

namespace {

// Numbers below 4096 in no simple order, the first of them drawn, so that no two chunks are alike:
// integers in single precision, multiples of 2^-30 in double, which need more bits than a float
// has.  They are kept in these units here.
template <typename Real>
constexpr std::uint64_t one = sizeof(Real) == 4 ? 1 : 1U << 30U;

template <typename Real>
std::uint64_t input(std::size_t i) {
  const std::uint64_t whole = std::uint32_t(i) * 2654435769U >> 20U;
  return whole * one<Real> + whole * 262139 % one<Real>;
}

// `rounds` steps of v -> 5 v + 1 at once, modulo a power of two that is a multiple of all others:
// v -> factor v + term.
template <typename Real>
struct Jump {
  explicit Jump(int rounds) {
    for (int round = 0; round < rounds; ++round) {
      factor *= 5;
      term = 5 * term + one<Real>;
    }
  }
  std::uint64_t of(std::uint64_t v) const { return (factor * v + term) % (4096 * one<Real>); }
  std::uint64_t factor = 1;
  std::uint64_t term = 0;
};

}  // namespace

template <typename Real>
Async::Data<Real> Async::make(const Class& cls) {
  const auto n = std::size_t(cls.n);
  Data<Real> data{league::vector<Real>(n), league::vector<Real>(n)};
  data.shift = std::size_t(league::draw(0, 9999));
  for (std::size_t i = 0; i < n; ++i) {
    data.x[i] = Real(input<Real>(i + data.shift)) / Real(one<Real>);
    data.y[i] = league::poison<Real>();
  }
  return data;
}

template <typename Real>
league::Checks Async::check(const Class& cls, const Data<Real>& data) {
  // The numbers stay below 5 * 4096 and are divided by a power of two: exact in every precision.
  const Jump<Real> jump(cls.rounds);
  const double error = league::max_abs_error(data.y, [&](std::size_t i) {
    return double(jump.of(input<Real>(i + data.shift))) / double(one<Real>);
  });
  return {{"max_error", error, 0},
          {"idle_devices", double(data.idle_devices), 0, league::Check::Kind::structural}};
}

league::Work Async::work(const Class& cls, std::size_t real_bytes) {
  const double n = cls.n;
  const double traffic = 2 * double(real_bytes) * n;  // x is read, y is written
  return {5.0 * cls.rounds * n, traffic, traffic};    // a round: 2 to step, 3 for the remainder
}

template <typename Real>
league::Work Async::work_done(const Class& cls, const Data<Real>& /*data*/) {
  const bool host_works = league::build_info.variant.find("share") != std::string_view::npos;
  const double on_device = host_works ? cls.n - device_begin(cls) : cls.n;
  return work(cls, sizeof(Real)).times(on_device / cls.n);
}

int main(int argc, char** argv) { return league::drive<Async>(argc, argv); }
