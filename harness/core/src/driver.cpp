// What the measuring loop does whatever the benchmark is.
#include "league/driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include "league/memory.hpp"
#include "league/motion.hpp"

namespace league {

namespace {
// Of the work that a benchmark states, what kernels have to do at least.  Compilers share common
// terms, and division and roots are one operation or more; the least seen was 0.84 and 0.95.
constexpr double share_of_flops = 0.8, share_of_bytes = 0.9;
// Bytes of arguments that a kernel can have.
constexpr long most_of_arguments = 4096;

std::string program(std::string_view benchmark) {
  return std::string(benchmark) + "." + std::string(build_info.variant);
}

// Whether regions run on host processors, where few teams and threads are usual, and are asked for
// a shape.
bool asks_for_shape() {
  const bool on_processor = !build_info.offloads || build_info.device == "x86_64";
  return on_processor && (std::getenv("OMP_NUM_TEAMS") || std::getenv("OMP_NUM_THREADS"));
}
}  // namespace

bool all_passed(const Checks& checks) {
  return std::all_of(checks.begin(), checks.end(), [](const Check& one) { return one.passed(); });
}

int draw(int low, int high) {
  static std::mt19937 numbers;  // NOLINT(bugprone-random-generator-seed): the same in each process
  return low + int(numbers() % unsigned(high - low + 1));
}

Checks structural_checks(const Sample& sample, bool complete, bool on_device,
                         const Demands& demands) {
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
  const Motion& motion = *sample.compute_motion;
  const auto less = [](double share, double done, double stated) {
    return stated > 0 ? std::max(0.0, share - done / stated) : 0.0;
  };
  if (motion.of_kernels) {
    const double others = demands.work.compares ? motion.compared : 0;
    demand("operations", less(share_of_flops, motion.flops + others, demands.work.flops));
    demand("bytes_touched", less(share_of_bytes, motion.touched, demands.work.bytes));
  }
  const long launches = motion.launches;
  demand("kernels_on_device", launches > 0 ? 0 : 1);
  demand("launches_after_stop", double(sample.d2h_motion->launches));
  if (demands.shares_memory) {  // but for structures that are handed over as arguments
    long copied = 0;
    for (const Motion* phase : {&*sample.h2d_motion, &motion, &*sample.d2h_motion})
      copied += phase->to_device + phase->from_device - most_of_arguments * phase->launches;
    demand("copied_shared_memory", double(std::max(0L, copied)));
  }
  if (!demands.launches) return checks;
  if (!demands.warms_up) demand("launches_before_start", double(sample.h2d_motion->launches));
  demand("launches", double(std::max(0L, *demands.launches - launches)));
  return checks;
}

void add_sample(Stopwatch& watch, bool warmup, long setup, Record& record) {
  record.samples.push_back(watch.finish());
  record.samples.back().warmup = warmup;
  record.samples.back().setup = setup;
  if (!build_info.offloads) return;
  const auto place = watch.place();
  const bool emulated = place == "device" && device_is_emulated();
  record.place = place == "host" ? "host-fallback" : emulated ? "emulated" : place;
}

void add_structural_checks(const Stopwatch& watch, const Demands& demands, Record& record) {
  for (auto& check : structural_checks(record.samples.back(), watch.complete(),
                                       watch.place() == "device", demands))
    record.checks.push_back(std::move(check));
}

void conclude(std::string answer, std::string why_not_checked, Record& record) {
  record.answer = std::move(answer);
  record.reason = std::move(why_not_checked);
  if (record.reason.empty() && record.answer == "not-checked")
    record.reason = "no check looks at the answer";
  if (const std::string finding = device_finding(); !finding.empty()) {
    record.answer = "device-error";  // of more weight than the answer it led to
    record.reason = finding;
  }
}

std::optional<int> prepare(const Options& options, const Device& device, Record& record) {
  if (auto deck = options.given("--deck")) {  // a file or a folder; only its name is recorded
    while (deck->size() > 1 && deck->back() == '/') deck->pop_back();
    record.input = deck->substr(deck->find_last_of('/') + 1);
  }
  record.device = device;
  record.place = build_info.offloads ? "unknown" : "host";
  record.guard = options.guard && !build_info.shares_memory && build_info.offloads;
  // For AMD GPUs LLVM's runtime copies in threads of its own, after it has told of a copy's end.
  const bool copies_are_told = motion_so_far() && build_info.device != "amdgcn";
  if (options.guard && build_info.offloads && !copies_are_told) record.guard.reset();

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
  if (asks_for_shape()) record.shape = shape_got();
  return {};
}

int exit_code_of(const Record& record, const Options& options) {
  if (record.answer != "pass") return exit_not_passed;
  const bool astray = build_info.offloads && record.place != "device" &&
                      record.place != "emulated" && !options.allow_host;
  return astray ? exit_ran_on_host : exit_pass;
}

int without_memory(Record& record) {
  record.samples.clear();
  record.answer = "not-checked";
  record.reason = "an allocation failed";
  return exit_does_not_fit;
}

void hand_in(const Record& record, const Options& options) {
  if (!options.record.empty()) append_record(record, options.record);
  if (options.record != "-") std::cout << summary(record) << '\n' << std::flush;
}

int explain_exception(std::string_view benchmark) {
  try {
    throw;
  } catch (const UsageError& error) {
    std::cerr << program(benchmark) << ": error: " << error.what() << "; try --help\n";
    return exit_usage;
  } catch (const std::exception& error) {
    std::cerr << program(benchmark) << ": error: " << error.what() << '\n';
    return exit_not_passed;
  }
}

void print_usage(std::string_view benchmark, const std::vector<ExtraOption>& extra) {
  std::cout << usage(program(benchmark), extra);
}

bool print_failures(const std::vector<std::string>& failures, std::ostream& out) {
  for (const std::string& line : failures) out << line << '\n';
  return failures.empty();
}

void refuse_precision(const std::string& precision) {
  throw UsageError("--precision: this benchmark has no '" + precision + "'");
}

}  // namespace league
