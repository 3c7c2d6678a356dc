#include "league/stopwatch.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <set>
#include <string>

#include "league/build_info.hpp"
#include "league/device.hpp"
#include "league/guard.hpp"
#include "league/motion.hpp"

namespace league {
namespace {

std::atomic<int> continued{0};  // no lock: a signal handler counts

void on_continue(int) { ++continued; }

std::optional<long> read(clockid_t clock) {
  timespec now{};
  if (clock_gettime(clock, &now) != 0) return std::nullopt;
  return now.tv_sec * 1'000'000'000L + now.tv_nsec;
}

// Of readings or of motion: nothing unless both are known.
template <typename T>
std::optional<T> difference(const std::optional<T>& end, const std::optional<T>& begin) {
  return end && begin ? std::optional<T>(*end - *begin) : std::nullopt;
}

// An emulated device knows more than the runtime above it.
std::optional<Motion> motion_now() {
  const auto seen = emulated_motion();
  return seen ? seen : motion_so_far();
}

}  // namespace

long now() { return read(CLOCK_MONOTONIC).value_or(0); }

Witness witness_now() {
  // Who stops a process has to continue it.  The handler is installed with the first reading.
  static const bool counts = std::signal(SIGCONT, on_continue) != SIG_ERR;
  return {read(CLOCK_REALTIME), read(CLOCK_BOOTTIME), read(CLOCK_PROCESS_CPUTIME_ID),
          counts ? continued.load() : 0};
}

Witness operator-(const Witness& end, const Witness& begin) {
  return {difference(end.wall, begin.wall), difference(end.boot, begin.boot),
          difference(end.cpu, begin.cpu), end.stops - begin.stops};
}

Stopwatch::Stopwatch(bool guard, bool hands_in, bool on_host)
    : guard_(guard), hands_in_(hands_in), counted_(motion_now()), called_(now()) {
  if (guard_ && hands_in_ && on_host) guard_against(Guard::host);
}

Stopwatch::~Stopwatch() {
  if (guard_) guard_against(Guard::off);  // whatever ended the run
}

void Stopwatch::count(std::optional<Motion>& phase) const {
  phase = difference(motion_now(), counted_);
}

void Stopwatch::probe() {
  if (build_info.offloads && runs_on_device()) ++marks_on_device_;
  counted_ = motion_now();
}

void Stopwatch::start() {
  device_synchronize();
  count(sample_.h2d_motion);
  ++starts_;
  probe();
  if (guard_) guard_against(Guard::kernels);
  if (const char* gate = std::getenv("LEAGUE_GATE")) {  // a pipe that ends when all processes came
    const long came = now();
    std::ifstream(gate).get();
    called_ += now() - came;
  }
  witness_ = witness_now();
  started_ = now();
  begin_laps();
}

void Stopwatch::stop() {
  device_synchronize();
  stopped_ = now();
  sample_.witness = witness_now() - witness_;
  if (guard_) guard_against(Guard::off);
  count(sample_.compute_motion);
  add_laps();
  ++stops_;
  probe();
  if (guard_ && hands_in_) guard_against(Guard::host);
}

void Stopwatch::lap(std::string_view name) {
  static std::set<std::string> names;  // samples only look at them
  ended_.push_back(*names.emplace(name).first);
  end_lap();
}

void Stopwatch::add_laps() {
  const std::vector<long> times = laps_so_far();
  long left = stopped_ - started_;  // the device's clock is not the host's
  auto& laps = sample_.laps;
  for (std::size_t i = 0; i < std::min(times.size(), ended_.size()); ++i) {
    auto known = std::find_if(laps.begin(), laps.end(),
                              [&](const auto& entry) { return entry.first == ended_[i]; });
    const long elapsed = std::min(times[i], left);
    left -= elapsed;
    if (known == laps.end()) known = laps.emplace(known, ended_[i], 0);
    known->second += elapsed;
  }
}

const Sample& Stopwatch::finish() {
  device_synchronize();
  const long returned = now();
  if (guard_) guard_against(Guard::off);
  count(sample_.d2h_motion);
  sample_.h2d = started_ - called_;
  sample_.compute = stopped_ - started_;
  sample_.d2h = returned - stopped_;
  return sample_;
}

std::string_view Stopwatch::place() const {
  if (!complete()) return "unknown";
  return marks_on_device_ == 0 ? "host" : marks_on_device_ == 2 ? "device" : "mixed";
}

}  // namespace league
