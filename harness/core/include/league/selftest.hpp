// Break results on purpose and demand the right verdict: a check that cannot fail is no check.
#pragma once

#include <cstddef>
#include <functional>
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
  Expectations(std::string_view benchmark, std::string_view precision, std::ostream& out,
               std::vector<std::string>& failures);
  void expect(const std::string& what, const std::string& got, const char* wanted) const;
  /// That something wrong was seen.
  void seen(const std::string& what, bool was_seen) const;

 private:
  std::string name_;
  std::ostream& out_;
  std::vector<std::string>& failures_;
};

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

/// A run whose results can be broken: its checks and its verdict, as they are now.
struct Subject {
  std::function<Checks()> checks;
  std::function<std::string()> verdict;
};

/// Moves a value by ten tolerances (of the value, if it is larger than one), or by one unit in the
/// last place.  For float, double, int, unsigned and long.
template <typename T>
void off_by_ten_tolerances(void* value, double tolerance);

/// An output, a number or an array, whatever the type of its elements is.
struct Output {
  void* data;
  std::size_t size;
  std::size_t element;  ///< bytes
  bool array;
  void (*off)(void* value, double tolerance);
};

template <typename T>
Output output_of(T& output) {
  if constexpr (std::is_arithmetic_v<T>) {
    return {&output, 1, sizeof output, false, off_by_ten_tolerances<T>};
  } else {
    using Value = std::decay_t<decltype(output[0])>;
    return {output.data(), output.size(), sizeof(Value), true, off_by_ten_tolerances<Value>};
  }
}

/// Breaks every output by each check's tolerance, an array as a whole and, unless single elements
/// are not judged, at places().  A check has to see each, and every check has to see something.
void selftest_outputs(const std::vector<Output>& outputs, const std::string& not_judged,
                      const Subject& subject, const Expectations& expectations);

/// Breaks the result, element by element and as a whole, and asserts the verdicts.
template <typename Real>
void selftest_result(Real* result, std::size_t size, const Subject& subject,
                     const Expectations& expectations);

/// Runs the class with the linked variant and asserts the verdicts on the correct result, on
/// untouched data and on broken results.  Prints a line per case that ended as expected, and adds
/// one to `failures` for every other.
template <typename B, typename Real>
void selftest(std::string_view precision, const typename B::Class& cls, std::ostream& out,
              std::vector<std::string>& failures) {
  const Expectations expectations(B::name, precision, out, failures);
  auto data = B::template make<Real>(cls);
  const auto checks = [&] { return checks_of<B, Real>(cls, data); };
  const Subject run{checks, [&] { return answer(checks(), B::template result<Real>(data)); }};
  expectations.expect("untouched data", run.verdict(), "wrong or unwritten");
  data = B::template make<Real>(cls);
  Stopwatch watch;
  B::template run<Real>(cls, data, watch);
  expectations.expect("correct result", run.verdict(), "pass");
  auto& result = B::template result<Real>(data);
  selftest_result(result.data(), result.size(), run, expectations);
  if constexpr (has<Outputs, B, Real>) {
    std::string not_judged;
    if constexpr (has<NotJudged, B>) not_judged = B::not_judged(checks());
    const auto list = [](auto&... output) { return std::vector<Output>{output_of(output)...}; };
    selftest_outputs(std::apply(list, B::template outputs<Real>(data)), not_judged, run,
                     expectations);
  }
}

}  // namespace league
