// The measuring loop: repeat, time, check, judge.  A benchmark's main() is one call of drive<B>().
#pragma once

#include <algorithm>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "league/build_info.hpp"
#include "league/check.hpp"
#include "league/device.hpp"
#include "league/emulated.hpp"
#include "league/guard.hpp"
#include "league/memory.hpp"
#include "league/options.hpp"
#include "league/parameters.hpp"
#include "league/record.hpp"
#include "league/selftest.hpp"
#include "league/stopwatch.hpp"
#include "league/work.hpp"

namespace league {

template <typename Real>
constexpr const char* precision_name() {
  return sizeof(Real) == 4 ? "fp32" : "fp64";
}

/// Call visit(Real{}) for every precision of the benchmark, in order.
template <typename B, typename Visit>
void for_each_precision(const Visit& visit) {
  std::apply([&](auto... reals) { (visit(reals), ...); }, typename B::Precisions{});
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
/// They then launch none before start(), and no host array is written after stop() but by copies;
/// with a member `warms_up`, the rules of the benchmark have a step before start(), and neither
/// holds.
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

/// What has to hold of a run whatever it computes, by what was seen of it.
inline Checks structural_checks(const Sample& sample, bool complete, bool on_device,
                                std::optional<long> least_launches, bool warms_up = false) {
  Checks checks;
  const auto demand = [&](const char* name, double missing) {
    checks.push_back({name, missing, 0, Check::Kind::structural});
  };
  long in_laps = 0;
  for (const auto& [name, time] : sample.laps) in_laps += time;
  demand("start_and_stop_called_once", complete ? 0 : 1);
  demand("clock", sample.compute > 0 && in_laps <= sample.compute ? 0 : 1);
  demand("behind_the_arrays", slack_is_untouched() ? 0 : 1);
  if (!on_device || !sample.h2d_motion || !sample.compute_motion || !sample.d2h_motion)
    return checks;
  const long launches = sample.compute_motion->launches;
  demand("kernels_on_device", launches > 0 ? 0 : 1);
  demand("launches_after_stop", double(sample.d2h_motion->launches));
  if (!least_launches) return checks;
  if (!warms_up) demand("launches_before_start", double(sample.h2d_motion->launches));
  demand("launches", double(std::max(0L, *least_launches - launches)));
  return checks;
}

/// Samples, checks and answer of one class in one precision; stops at the first wrong result.  The
/// last repetition's data are left in `data`.
template <typename B, typename Real>
void measure(const typename B::Class& cls, const Options& options, Record& record,
             std::optional<typename B::template Data<Real>>& data) {
  std::optional<long> least_launches;
  if constexpr (has<Launches, B>) least_launches = B::launches(cls);
  for (int rep = -options.warmup; rep < options.repeat; ++rep) {
    data.reset();
    const long made = now();
    data.emplace(B::template make<Real>(cls));  // fresh data, so every repetition is checked
    const long setup = now() - made;
    forget_released_arrays();
    Stopwatch watch(record.guard.value_or(false), has<Launches, B> && !has<WarmsUp, B>);
    B::template run<Real>(cls, *data, watch);  // the variant
    record.samples.push_back(watch.finish());
    Sample& sample = record.samples.back();
    sample.warmup = rep < 0;
    sample.setup = setup;

    const auto place = watch.place();
    const bool emulated = build_info.offloads && place == "device" && device_is_emulated();
    if (build_info.offloads)
      record.place = place == "host" ? "host-fallback" : emulated ? "emulated" : place;
    record.checks = B::template check<Real>(cls, *data);
    for (auto& check : structural_checks(sample, watch.complete(), place == "device",
                                         least_launches, has<WarmsUp, B>))
      record.checks.push_back(std::move(check));
    record.answer = answer(record.checks, B::template result<Real>(*data));
    if (record.answer == "not-checked") record.reason = "no check looks at the answer";
    if constexpr (has<WhyNotChecked, B>) record.reason = B::why_not_checked(cls);
    if (const std::string finding = device_finding(); !finding.empty()) {
      record.answer = "device-error";  // of more weight than the answer it led to
      record.reason = finding;
    }
    if (record.answer != "pass") return;  // a wrong result is not repeated
    if constexpr (has<WorkDone, B, Real>) record.work = B::template work_done<Real>(cls, *data);
  }
}

/// One class in one precision: refuse, or measure.  Returns the exit code.
template <typename B, typename Real>
int launch(const typename B::Class& cls, const Options& options, const Device& device,
           Record& record, std::optional<typename B::template Data<Real>>& data) {
  record.benchmark = B::name;
  record.class_letter = cls.letter;
  if (auto deck = options.given("--deck")) {  // a file or a folder; only its name is recorded
    while (deck->size() > 1 && deck->back() == '/') deck->pop_back();
    record.input = deck->substr(deck->find_last_of('/') + 1);
  }
  record.parameters = values_of<B>(cls);
  record.precision = precision_name<Real>();
  record.device = device;
  record.work = B::work(cls, sizeof(Real));
  record.place = build_info.offloads ? "unknown" : "host";
  record.guard = options.guard && !build_info.shares_memory && build_info.offloads;
  if (options.guard && build_info.offloads && !motion_so_far()) record.guard.reset();

  if (build_info.offloads && device.count == 0 && !options.allow_host) {
    record.reason = "no device for this program";
    return exit_no_device;
  }
  record.reason = why_not_enough_memory(record.work.resident, device);
  if (!record.reason.empty()) return exit_does_not_fit;
  if (build_info.offloads && !runs_on_device()) {  // also creates the device context, untimed
    record.place = "host-fallback";
    if (!options.allow_host) {
      record.reason = "a device exists, but a target region ran on the host";
      return exit_ran_on_host;
    }
  }
  try {
    measure<B, Real>(cls, options, record, data);
  } catch (const std::bad_alloc&) {
    data.reset();
    record.samples.clear();
    record.answer = "not-checked";
    record.reason = "an allocation failed";
    return exit_does_not_fit;
  }
  if (record.answer != "pass") return exit_not_passed;
  const bool astray = build_info.offloads && record.place != "device" &&
                      record.place != "emulated" && !options.allow_host;
  return astray ? exit_ran_on_host : exit_pass;
}

/// Classes, precisions, and parameters with what they may be, of the benchmark as JSON.
template <typename B>
std::string describe() {
  std::vector<ClassDescription> classes;
  for (const auto& cls : B::classes) {
    ClassDescription description{cls.letter, values_of<B>(cls), {}};
    for_each_precision<B>([&](auto real) {
      description.resident.emplace_back(precision_name<decltype(real)>(),
                                        B::work(cls, sizeof real).resident);
    });
    classes.push_back(description);
  }
  std::vector<ParameterDescription> parameters;
  for (const auto& p : B::parameters) parameters.push_back({p.name, p.low, p.high, p.step});
  return describe_json(std::string(B::name), classes, parameters);
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
    if (!options.record.empty()) append_record(record, options.record);
    if (options.record != "-") std::cout << summary(record) << '\n' << std::flush;
    if constexpr (has<ExtraOptions, B>)
      if (data) B::template finish<Real>(cls, *data, options);
    if (worst == exit_pass || code == exit_not_passed) worst = code;
  });
  if (!any) throw UsageError("--precision: this benchmark has no '" + options.precision + "'");
  return worst;
}

/// Selftest in all precisions; true if nothing failed.  What failed is printed last and alone.
template <typename B>
bool selftest(std::ostream& out, const typename B::Class& cls = B::classes.front()) {
  struct Failures {
    ~Failures() {  // before the message of an exception
      for (const std::string& line : lines) out << line << '\n';
    }
    std::ostream& out;
    std::vector<std::string> lines;
  } failures{out, {}};
  for_each_precision<B>([&](auto real) { selftest<B, decltype(real)>(cls, out, failures.lines); });
  return failures.lines.empty();
}

/// main() of a benchmark.
template <typename B>
int drive(int argc, const char* const* argv) {
  const std::string program = std::string(B::name) + "." + std::string(build_info.variant);
  try {
    const Options options = parse_options(argc, argv, extra_options_of<B>());
    if (options.help || options.describe) {
      std::cout << (options.help ? usage(program, extra_options_of<B>()) : describe<B>() + '\n');
      return exit_pass;
    }
    auto cls = choose_class<B>(options);
    if constexpr (has<ExtraOptions, B>) B::configure(cls, options);
    if (options.selftest) return selftest<B>(std::cout, cls) ? exit_pass : exit_not_passed;
    return run_all_precisions<B>(cls, options);
  } catch (const UsageError& error) {
    std::cerr << program << ": error: " << error.what() << "; try --help\n";
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << program << ": error: " << error.what() << '\n';
    return exit_not_passed;
  }
}

}  // namespace league
