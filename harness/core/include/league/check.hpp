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

namespace league {

/// One verified quantity.  It passes only if its error is a number and within the tolerance.
struct Check {
  /// An answer is right or wrong; what is structural says nothing of it; a limit is one of
  /// iterations, where a solver gave up.
  enum class Kind { answer, structural, limit };

  std::string name;
  double error;
  double tolerance;
  Kind kind = Kind::answer;

  /// The good case is the condition, so that NaN fails.
  bool passed() const { return error <= tolerance; }
};

using Checks = std::vector<Check>;

/// A quiet NaN with a payload that arithmetic does not make by itself; it marks what nobody wrote.
template <typename Real>
Real poison() {
  static_assert(std::is_same_v<Real, float> || std::is_same_v<Real, double>);
  Real value;
  if constexpr (sizeof(Real) == 4) {
    const std::uint32_t bits = 0x7fc5ead5U;
    std::memcpy(&value, &bits, sizeof value);
  } else {
    const std::uint64_t bits = 0x7ff85eadc0de5eadULL;
    std::memcpy(&value, &bits, sizeof value);
  }
  return value;
}

/// Whether a value is the poison, or a NaN that came from it (hardware hands the payload on).
template <typename Real>
bool is_poison(Real value) {
  std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t> bits;
  std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t> mark_bits;
  const Real mark = poison<Real>();
  std::memcpy(&bits, &value, sizeof bits);
  std::memcpy(&mark_bits, &mark, sizeof mark_bits);
  return bits == mark_bits;
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

/// Distance of two numbers in units of the last place of Real; infinite if either is NaN.
template <typename Real>
double ulp_distance(Real a, Real b) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<double>::infinity();
  const auto ordered = [](Real x) {  // maps the sign-magnitude pattern to a monotonic integer
    Bits bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits;
  };
  return std::abs(double(ordered(a)) - double(ordered(b)));
}

/// Whether every check passed; an empty list has not passed.
inline bool all_passed(const Checks& checks) {
  bool passed = !checks.empty();
  for (const Check& check : checks) passed = passed && check.passed();
  return passed;
}

/// The verdict on a result: pass, wrong, nan, unwritten, limit-hit if nothing but a limit failed,
/// or not-checked.  `result` is looked at only to say what kind of failure it is.
template <typename Vector>
std::string answer(const Checks& checks, const Vector& result) {
  if (checks.empty()) return "not-checked";
  if (all_passed(checks)) return "pass";
  bool nan = false;
  for (const auto value : result) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(value)>>) {
      if (is_poison(value)) return "unwritten";
      nan = nan || std::isnan(value);
    }
  }
  if (nan) return "nan";
  for (const Check& check : checks)
    if (!check.passed() && check.kind != Check::Kind::limit) return "wrong";
  return "limit-hit";
}

}  // namespace league
