// Break results on purpose and demand the right verdict: a check that cannot fail is no check.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "league/check.hpp"
#include "league/stopwatch.hpp"

namespace league {

/// Seventeen places spread over an array, both ends included; fewer if it is shorter.
std::vector<std::size_t> places(std::size_t size);

/// Prints a line per case that ended as expected, and adds one to `failures` for every other.
class Expectations {
 public:
  Expectations(std::string_view benchmark, bool single, std::ostream& out,
               std::vector<std::string>& failures);
  void expect(const std::string& what, const std::string& got, const char* wanted) const;
  /// Of a change at one element of an array.
  void at(const char* what, std::size_t place, std::size_t size, const std::string& got,
          const char* wanted) const;
  /// That something wrong was seen.
  void seen(const std::string& what, bool was_seen) const;

 private:
  std::string name_;
  std::ostream& out_;
  std::vector<std::string>& failures_;
};

/// What a case calls an output, or one of its elements.
std::string output_name(const char* which, int number);
std::string output_name(std::size_t element, int number);

/// Whether a benchmark has an optional member: whether Use<T...>, the type of using it, exists.
template <typename Void, template <typename...> class Use, typename... T>
struct Has : std::false_type {};
template <template <typename...> class Use, typename... T>
struct Has<std::void_t<Use<T...>>, Use, T...> : std::true_type {};
template <template <typename...> class Use, typename... T>
constexpr bool has = Has<void, Use, T...>::value;

/// A benchmark may say what its result consists of.  It then defines outputs(data), which ties
/// every array and number that run() has to hand in; its checks have to bound each element of each,
/// not only a norm.
template <typename B, typename Real>
using Outputs =
    decltype(B::template outputs<Real>(std::declval<typename B::template Data<Real>&>()));

/// Where no check reaches single elements, a benchmark may say why: not_judged(checks), or nothing.
template <typename B>
using NotJudged = decltype(B::not_judged(std::declval<const Checks&>()));

/// What a benchmark's check says; called, not woven into everything that asks.
template <typename B, typename Real>
[[gnu::noinline]] Checks checks_of(const typename B::Class& cls,
                                   const typename B::template Data<Real>& data) {
  return B::template check<Real>(cls, data);
}

/// Breaks every output, an array at places() and as a whole, by ten times the tolerance of each
/// check (of the element, if that is larger than one), or by one unit in the last place.  Each time
/// a check has to see it, and every check has to see something.
template <typename B, typename Real>
void selftest_outputs(const typename B::Class& cls, typename B::template Data<Real>& data,
                      const Expectations& expectations) {
  const Checks good = checks_of<B, Real>(cls, data);
  std::vector<bool> saw(good.size());
  const auto off_by_ten_tolerances = [](auto value, double tolerance) {
    using Value = decltype(value);
    const double off = 10 * tolerance * std::max(1.0, std::abs(double(value)));
    if constexpr (std::is_integral_v<Value>)
      return Value(value + std::max(1.0, std::ceil(off)));
    else
      return std::max(Value(value + off), std::nextafter(value, std::numeric_limits<Value>::max()));
  };
  const auto break_it = [&](const std::string& what, auto* begin, std::size_t size) {
    const std::vector<std::decay_t<decltype(*begin)>> kept(begin, begin + size);
    bool seen = false;
    for (std::size_t c = 0; c < good.size(); ++c) {
      if (good[c].kind == Check::Kind::structural) continue;
      for (std::size_t i = 0; i < size; ++i)
        begin[i] = off_by_ten_tolerances(kept[i], good[c].tolerance);
      const bool fails = !checks_of<B, Real>(cls, data)[c].passed();
      saw[c] = saw[c] || fails;
      seen = seen || fails;
    }
    std::copy(kept.begin(), kept.end(), begin);
    expectations.seen("ten tolerances at " + what, seen);
  };
  std::string not_judged;
  if constexpr (has<NotJudged, B>) not_judged = B::not_judged(good);
  if (!not_judged.empty())
    expectations.expect("single elements, because " + not_judged, "not judged", "not judged");
  int number = 0;
  const std::vector<std::size_t> none;
  const auto visit = [&](auto& output) {
    const int which = number++;
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(output)>>) {
      break_it(output_name("the value", which), &output, 1);
    } else {
      for (const std::size_t at : not_judged.empty() ? places(output.size()) : none)
        break_it(output_name(at, which), output.data() + at, 1);
      break_it(output_name("all elements", which), output.data(), output.size());
    }
  };
  std::apply([&](auto&... output) { (visit(output), ...); }, B::template outputs<Real>(data));
  for (std::size_t c = 0; c < good.size(); ++c)
    if (good[c].kind != Check::Kind::structural) expectations.seen("check " + good[c].name, saw[c]);
}

/// Runs the class with the linked variant and asserts the verdicts on the correct result, on
/// untouched data and on broken results.  Prints a line per case that ended as expected, and adds
/// one to `failures` for every other.
template <typename B, typename Real>
void selftest(const typename B::Class& cls, std::ostream& out, std::vector<std::string>& failures) {
  const Expectations expectations(B::name, sizeof(Real) == 4, out, failures);
  const auto verdict = [&](auto& data) {
    return answer(checks_of<B, Real>(cls, data), B::template result<Real>(data));
  };

  auto data = B::template make<Real>(cls);
  expectations.expect("untouched data", verdict(data), "wrong or unwritten");
  data = B::template make<Real>(cls);
  Stopwatch watch;
  B::template run<Real>(cls, data, watch);
  expectations.expect("correct result", verdict(data), "pass");

  auto& result = B::template result<Real>(data);
  const std::size_t size = result.size();
  double scale = 0;
  for (const Real value : result) scale = std::max(scale, std::abs(double(value)));
  const auto with = [&](std::size_t at, Real value) {  // the verdict with one element replaced
    const Real kept = std::exchange(result[at], value);
    std::string got = verdict(data);
    result[at] = kept;
    return got;
  };

  for (const std::size_t at : places(size)) {
    const Real changed = Real(double(result[at]) + 0.01 * (scale > 0 ? scale : 1.0));
    const auto expect_at = [&](const char* what, Real value, const char* wanted) {
      expectations.at(what, at, size, with(at, value), wanted);
    };
    expect_at("NaN", std::numeric_limits<Real>::quiet_NaN(), "nan");
    expect_at("poison", poison<Real>(), "unwritten");
    expect_at("infinity", std::numeric_limits<Real>::infinity(), "wrong or nan");
    expect_at("change", changed, "wrong");
  }
  const auto kept = result;
  for (Real& value : result) value = Real(double(value) * 1.001);
  if (scale > 0) expectations.expect("every element scaled by 1.001", verdict(data), "wrong");
  result = kept;
  if constexpr (has<Outputs, B, Real>) selftest_outputs<B, Real>(cls, data, expectations);
}

}  // namespace league
