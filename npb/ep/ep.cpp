#include "ep.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "league/driver.hpp"

namespace {

// The sums of the first 2^m pairs once more, by other means: the generator in double precision with
// factors of 23 bits, where nothing is rounded, and sums in extended precision.
struct Reference {
  explicit Reference(int m) {
    for (long n = 0; n < 1L << m; ++n) {
      const double x = 2 * uniform() - 1;
      const double y = 2 * uniform() - 1;
      const double t = x * x + y * y;
      if (t > 1) continue;
      const double factor = std::sqrt(-2 * std::log(t) / t);
      sx += x * factor;
      sy += y * factor;
      counts[std::size_t(std::max(std::abs(x * factor), std::abs(y * factor)))] += 1;
    }
  }

  double uniform() {
    constexpr double half = 8388608;  // 2^23
    constexpr double a_high = 145;    // 5^13 = 145 * 2^23 + 4354965
    constexpr double a_low = 4354965;
    const auto modulo = [](double value, double base) {
      return value - base * std::floor(value / base);
    };
    const double high = std::floor(state / half);
    const double low = state - high * half;
    const double middle = modulo(a_high * low + a_low * high, half);
    state = modulo(middle * half + a_low * low, half * half);
    return state / half / half;
  }

  double state = 271828183;
  long double sx = 0;
  long double sy = 0;
  std::array<double, Ep::annuli> counts{};
};

// What each annulus may hold in a class that nobody has counted: both coordinates are normal, so
// the expected part is known, and a count is binomial.  Six standard deviations.
struct Expected {
  Expected(int m, std::size_t annulus) {
    const auto within = [](double size) { return std::pow(std::erf(size / std::sqrt(2.0)), 2); };
    const double pairs = std::ldexp(std::acos(-1.0) / 4, m);
    const auto inner = double(annulus);
    count = pairs * (within(inner + 1) - within(inner));
    margin = 6 * std::sqrt(count) + 6;
  }
  double count, margin;
};

// m up to which the sums are computed again: 2^28 pairs at some 0.15 us, less than a minute of one
// core.
constexpr int affordable = 28;

// The class that has published sums for so many pairs; null if there is none.
const Ep::Class* published_for(int m) {
  for (const Ep::Class& published : Ep::classes)
    if (published.m == m) return &published;
  return nullptr;
}

// The last one is kept, since every repetition asks for the same.
const Reference& reference(int m) {
  static int of = m;
  static Reference kept(m);
  if (of != m) kept = Reference(m);
  of = m;
  return kept;
}

}  // namespace

template <typename Real>
Ep::Data<Real> Ep::make(const Class&) {
  return {league::vector<Real>(2 + annuli, league::poison<Real>())};
}

template <typename Real>
league::Checks Ep::check(const Class& cls, const Data<Real>& data) {
  constexpr double epsilon = 1e-8;  // of the rules, relative
  if (!why_not_checked(cls).empty()) return {};
  const Class* published = published_for(cls.m);
  Class expected = published != nullptr ? *published : cls;
  if (published == nullptr) {
    expected.sx = double(reference(cls.m).sx);
    expected.sy = double(reference(cls.m).sy);
    expected.counts = reference(cls.m).counts;
  }
  league::Checks checks{
      {"sx", std::abs((data.sums[0] - expected.sx) / expected.sx), epsilon},
      {"sy", std::abs((data.sums[1] - expected.sy) / expected.sy), epsilon},
  };
  // The rules allow more than rounding does: adding up numbers of size one, 0.79 of all pairs, is
  // off by about half a rounding of the square root of their number, which is also how large the
  // sums are.  A wrong digit of the logarithm or the root shows before the eighth.
  const double size = std::sqrt(std::exp2(cls.m));
  const double rounding = 16 * size * std::numeric_limits<Real>::epsilon() / 2;
  checks.push_back({"sx_rounding", std::abs(data.sums[0] - expected.sx) / size, rounding});
  checks.push_back({"sy_rounding", std::abs(data.sums[1] - expected.sy) / size, rounding});
  const bool counted = expected.counts[0] > 0;
  for (std::size_t a = 0; a < annuli; ++a) {
    const Expected likely(cls.m, a);
    const double want = counted ? expected.counts[a] : likely.count;
    checks.push_back({"count " + std::to_string(a), std::abs(data.sums[2 + a] - want),
                      counted ? 0 : likely.margin});
  }
  return checks;
}

std::string Ep::why_not_checked(const Class& cls) {
  if (published_for(cls.m) != nullptr || cls.m <= affordable) return "";
  return "no published sums, and more than a minute to compute them";
}

league::Work Ep::work(const Class& cls, std::size_t real_bytes) {
  // A pair: 2 operations a coordinate and 3 for t.  An accepted one, pi / 4 of them: a logarithm, a
  // root and a quotient of one operation each, as peak rates do not count better, and 6 more.
  const double pairs = std::ldexp(1.0, cls.m);
  const double accepted = pairs * std::acos(-1.0) / 4;
  league::Work work;
  work.flops = 7 * pairs + 9 * accepted;
  work.bytes = double(real_bytes) * (2 + annuli);
  work.resident = work.bytes;
  work.merit = 2 * pairs * 1e-6;
  work.merit_unit = "Mop";
  return work;
}

int main(int argc, char** argv) { return league::drive<Ep>(argc, argv); }
