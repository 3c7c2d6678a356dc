// Verification: what is compared, and how a verdict is reached.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "league/contract.hpp"

namespace league {

/// One verified quantity.  It passes only if its error is a number and within the tolerance.
struct Check {
  /// structural: looks at how a run went; limit: of iterations, reached by a solver.
  enum class Kind { answer, structural, limit };
  std::string name;
  double error;
  double tolerance;
  Kind kind = Kind::answer;

  /// The good case is the condition, so that NaN fails.
  bool passed() const { return error <= tolerance; }
};

/// One; in double precision a little more, so that an integer times it needs more bits than a float
/// has.  Those up to `most`, and their sums, are still exact.
template <typename Real>
Real unit(double most = 1 << 24) {
  return Real(sizeof(Real) == 4 ? 1 : 1 + std::ldexp(1.0, std::ilogb(most) - 51));
}

/// A number from `low` to `high`, another one in each repetition, the same in each process: data
/// are drawn with it, so that no earlier answer is right again.
int draw(int low, int high);

bool all_passed(const Checks& checks);

/// A quiet NaN with a payload that arithmetic does not make by itself; it marks what nobody wrote.
template <typename Real>
Real poison() {
  static_assert(std::is_same_v<Real, float> || std::is_same_v<Real, double>);
  const std::uint64_t bits = sizeof(Real) == 4 ? 0x7fc5ead5U : 0x7ff85eadc0de5eadULL;
  Real value;
  std::memcpy(&value, &bits, sizeof value);  // the lower half comes first in memory
  return value;
}

/// Whether a value is the poison, or a NaN that came from it (hardware hands the payload on).
template <typename Real>
bool is_poison(Real value) {
  const Real mark = poison<Real>();
  std::uint64_t bits[2] = {0, 0};
  std::memcpy(&bits[0], &value, sizeof value);
  std::memcpy(&bits[1], &mark, sizeof mark);
  return bits[0] == bits[1];
}

namespace detail {
/// Once NaN, always NaN: a good element that follows must not hide a bad one.
inline double worse(double so_far, double error) {
  if (std::isnan(so_far) || std::isnan(error)) return std::numeric_limits<double>::quiet_NaN();
  return so_far < error ? error : so_far;
}
}  // namespace detail

/// Largest |values[i] - expected(i)| over every element; NaN if any difference is NaN.
template <typename Vector, typename Expected>
double max_abs_error(const Vector& values, const Expected& expected) {
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = detail::worse(worst, std::abs(double(values[i]) - double(expected(i))));
  return worst;
}

/// Largest |values[i] - expected(i)| / |expected(i)| over every element; where zero is expected,
/// the absolute error counts.  NaN if any element is NaN.
template <typename Vector, typename Expected>
double max_rel_error(const Vector& values, const Expected& expected) {
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double want = expected(i);
    const double error = std::abs(double(values[i]) - want);
    worst = detail::worse(worst, want == 0 ? error : error / std::abs(want));
  }
  return worst;
}

/// The verdict: pass, wrong, nan, unwritten, limit-hit if only a limit failed, or not-checked,
/// since structural checks alone are no pass.  `result` tells what kind of failure it is.
template <typename Vector>
[[gnu::noinline]] std::string answer(const Checks& checks, const Vector& result) {
  bool wrong = false, limit = false, looked = false, nan = false;
  for (const Check& check : checks) {
    looked = looked || check.kind != Check::Kind::structural;
    if (!check.passed()) (check.kind == Check::Kind::limit ? limit : wrong) = true;
  }
  if (!wrong && !limit) return looked ? "pass" : "not-checked";
  for (const auto value : result) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>) {
      if (is_poison(value)) return "unwritten";
      nan = nan || std::isnan(value);
    }
  }
  return nan ? "nan" : wrong ? "wrong" : "limit-hit";
}

}  // namespace league
