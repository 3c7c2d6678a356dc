// The measuring loop: repeat, time, check, judge.  A benchmark's main() is one call of drive<B>().
#pragma once

#include <iostream>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "league/build_info.hpp"
#include "league/check.hpp"
#include "league/device.hpp"
#include "league/guard.hpp"
#include "league/options.hpp"
#include "league/parameters.hpp"
#include "league/record.hpp"
#include "league/selftest.hpp"
#include "league/stopwatch.hpp"
#include "league/work.hpp"

namespace league {

/// What a benchmark computes with: real numbers, integers, or pairs of fp64.
template <typename Real>
constexpr const char* precision_name() {
  if (std::is_integral_v<Real>) return "int32";
  return sizeof(Real) == 4 ? "fp32" : sizeof(Real) == 8 ? "fp64" : "complex128";
}

template <typename Visit, typename... Reals>
void visit_each(const Visit& visit, const std::tuple<Reals...>*) {
  (visit(Reals{}), ...);
}
/// Call visit(Real{}) for every precision of the benchmark, in order.
template <typename B, typename Visit>
void for_each_precision(const Visit& visit) {
  visit_each(visit, static_cast<const typename B::Precisions*>(nullptr));
}

/// A benchmark with options of its own defines `extra_options`, an array of ExtraOption;
/// configure(cls, options) changes the class and throws UsageError for what makes no sense;
/// finish(cls, data, options) gets the last result, right or wrong, when the record is written.
template <typename B>
using ExtraOptions = decltype(B::extra_options);

/// One that knows its work only when it is done defines work_done(cls, data), for right results.
template <typename B, typename Real>
using WorkDone =
    decltype(B::template work_done<Real>(std::declval<const typename B::Class&>(),
                                         std::declval<const typename B::template Data<Real>&>()));

/// launches(cls): how many kernels every variant for a device launches at least between the marks.
/// They then launch none before start(), and no array that make() made is written before start() or
/// after stop() but by copies, on the host neither; with a member `warms_up`, the rules of the
/// benchmark have a step before start(), and none of this holds.
template <typename B>
using Launches = decltype(B::launches(std::declval<const typename B::Class&>()));
template <typename B>
using WarmsUp = decltype(B::warms_up);

/// why_not_checked(cls): why check() makes no check of the answer of a class; empty if it does.
template <typename B>
using WhyNotChecked = decltype(B::why_not_checked(std::declval<const typename B::Class&>()));

template <typename B>
std::vector<ExtraOption> extra_options_of() {
  if constexpr (has<ExtraOptions, B>) return {B::extra_options.begin(), B::extra_options.end()};
  return {};
}

// What knows no benchmark is compiled once, in driver.cpp.

/// What a run for a device has to have done between its marks.
struct Demands {
  std::optional<long> launches;  ///< at least
  bool warms_up = false;
  Work work;
  bool shares_memory = false;  ///< then nothing is copied
};

/// What has to hold of a run whatever it computes, by what was seen of it.
Checks structural_checks(const Sample& sample, bool complete, bool on_device,
                         const Demands& demands);

/// Adds what was seen of a repetition to the record: its sample, and the place where it ran.
void add_sample(Stopwatch& watch, bool warmup, long setup, Record& record);

/// Adds the structural checks of the last sample to those of the answer.
void add_structural_checks(const Stopwatch& watch, const Demands& demands, Record& record);

/// Puts an answer into the record, with its reason; a finding of the device is of more weight.
void conclude(std::string answer, std::string why_not_checked, Record& record);

/// What a record says before anything runs, and the exit code if nothing is to run.
std::optional<int> prepare(const Options& options, const Device& device, Record& record);

/// The exit code of what was measured.
int exit_code_of(const Record& record, const Options& options);

/// The record of a launch that ran out of memory; its exit code.
int without_memory(Record& record);

/// Writes and shows a record as the options say.
void hand_in(const Record& record, const Options& options);

/// Says what the exception that is being handled means; its exit code.
int explain_exception(std::string_view benchmark);

void print_usage(std::string_view benchmark, const std::vector<ExtraOption>& extra);

/// Prints what failed last and alone; true if nothing did.
bool print_failures(const std::vector<std::string>& failures, std::ostream& out);

/// Throws UsageError for a precision that the benchmark does not have.
[[noreturn]] void refuse_precision(const std::string& precision);

/// Samples, checks and answer of one class in one precision; stops at the first wrong result.  The
/// last repetition's data are left in `data`.
template <typename B, typename Real>
void measure(const typename B::Class& cls, const Options& options, Record& record,
             std::optional<typename B::template Data<Real>>& data) {
  Demands demands{{}, has<WarmsUp, B>, record.work, build_info.shares_memory};
  if constexpr (has<Launches, B>) demands.launches = B::launches(cls);
  for (int rep = -options.warmup; rep < options.repeat; ++rep) {
    data.reset();
    const long made = now();
    data.emplace(B::template make<Real>(cls));  // fresh data, so every repetition is checked
    const long setup = now() - made;
    forget_released_arrays();
    const bool on_host = !build_info.offloads;
    Stopwatch watch(on_host ? options.guard : record.guard.value_or(false),
                    has<Launches, B> && !has<WarmsUp, B>, on_host);
    B::template run<Real>(cls, *data, watch);  // the variant
    add_sample(watch, rep < 0, setup, record);
    record.checks = checks_of<B, Real>(cls, *data);
    if constexpr (has<WorkDone, B, Real>)  // what stopped early has done none of it
      if (all_passed(record.checks)) demands.work = B::template work_done<Real>(cls, *data);
    add_structural_checks(watch, demands, record);
    std::string why_not_checked = record.reason;
    if constexpr (has<WhyNotChecked, B>) why_not_checked = B::why_not_checked(cls);
    conclude(answer(record.checks, B::template result<Real>(*data)), why_not_checked, record);
    if (record.answer != "pass") return;  // a wrong result is not repeated
    record.work = demands.work;
  }
}

/// One class in one precision: refuse, or measure.  Returns the exit code.
template <typename B, typename Real>
int launch(const typename B::Class& cls, const Options& options, const Device& device,
           Record& record, std::optional<typename B::template Data<Real>>& data) {
  record.benchmark = B::name;
  record.class_letter = cls.letter;
  record.parameters = values_of<B>(cls);
  record.precision = precision_name<Real>();
  record.work = B::work(cls, sizeof(Real));
  if (const auto code = prepare(options, device, record)) return *code;
  try {
    measure<B, Real>(cls, options, record, data);
  } catch (const std::bad_alloc&) {
    data.reset();
    return without_memory(record);
  }
  return exit_code_of(record, options);
}

/// Classes, precisions, and parameters with what they may be, of the benchmark as JSON.
template <typename B>
std::string describe() {
  Description description;
  for (const auto& cls : B::classes) {
    description.add_class(cls.letter, values_of<B>(cls));
    for_each_precision<B>([&](auto real) {
      description.add_resident(precision_name<decltype(real)>(),
                               B::work(cls, sizeof real).resident);
    });
  }
  return description.json(B::name, values_of<B>(B::classes.front()));
}

/// Run what the command line asks for and record it; returns the worst exit code of all precisions.
template <typename B>
int run_all_precisions(const typename B::Class& cls, const Options& options) {
  if (!options.record.empty() && options.record != "-") demand_writable(options.record, "--record");
  int worst = exit_pass;
  bool any = false;
  const Device device = describe_device();
  for_each_precision<B>([&](auto real) {
    using Real = decltype(real);
    if (options.precision != "all" && options.precision != precision_name<Real>()) return;
    any = true;
    Record record;
    std::optional<typename B::template Data<Real>> data;
    const int code = launch<B, Real>(cls, options, device, record, data);
    hand_in(record, options);
    if constexpr (has<ExtraOptions, B>)
      if (data) B::template finish<Real>(cls, *data, options);
    if (worst == exit_pass || code == exit_not_passed) worst = code;
  });
  if (!any) refuse_precision(options.precision);
  return worst;
}

/// Selftest in all precisions; true if nothing failed.  What failed is printed last and alone.
template <typename B>
bool selftest(std::ostream& out, const typename B::Class& cls = B::classes.front()) {
  std::vector<std::string> failures;
  try {
    for_each_precision<B>([&](auto real) {
      using Real = decltype(real);
      selftest<B, Real>(precision_name<Real>(), cls, out, failures);
    });
  } catch (...) {
    print_failures(failures, out);  // before the message of the exception
    throw;
  }
  return print_failures(failures, out);
}

/// main() of a benchmark.
template <typename B>
int drive(int argc, const char* const* argv) {
  try {
    const Options options = parse_options(argc, argv, extra_options_of<B>());
    if (options.help) print_usage(B::name, extra_options_of<B>());
    if (options.describe) std::cout << describe<B>() << '\n';
    if (options.help || options.describe) return exit_pass;
    auto cls = choose_class<B>(options);
    if constexpr (has<ExtraOptions, B>) B::configure(cls, options);
    if (options.selftest) return selftest<B>(std::cout, cls) ? exit_pass : exit_not_passed;
    return run_all_precisions<B>(cls, options);
  } catch (...) {
    return explain_exception(B::name);
  }
}

}  // namespace league
