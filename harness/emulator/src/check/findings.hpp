// What the checks found, one line each.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace emu {

enum class Fault : std::uint8_t {
  out_of_bounds,
  misaligned,
  use_after_free,
  wrong_space,
  uninitialised,
  race,
  same_value_race,
  narrow_scope,
  stream_race,
  divergent_barrier,
  endless_wait,
  lane_mask,
  host_access,
  trap,
  assertion,
  barrier_count,
  stack_overflow,
  constant_store,
  division_by_zero,
  missing_wait,
  count_of
};

std::string_view name_of(Fault fault);

/// Whether a launch with this finding fails on the device as well (a sticky error of the runtime).
bool is_fatal(Fault fault);

struct Finding {
  Fault fault;
  std::string text;  // the whole line
  std::uint64_t times = 1;
};

/// The instruction at which something happened.
struct Site {
  const void* function = nullptr;  // tells functions apart
  std::uint32_t line = 0;
  const std::string* name = nullptr;  // of the function
  const std::string* unit = nullptr;  // of linked modules: the one it comes from
};

/// All findings of the process.  One line for each kind and instruction, at once, on standard
/// error.
class Findings {
 public:
  /// `detail` tells what happened at a site, `place` for people who did it and where; it is asked
  /// once for each site.
  void add(Fault fault, const Site& site, const std::string& detail,
           const std::function<std::string()>& place);
  /// A finding without an instruction.
  void add(Fault fault, const std::string& text);

  /// Findings whose line holds one of these parts are listed as known; all others also go to a
  /// file.
  void set_up(std::vector<std::string> suppressed, const std::string& file);

  std::uint64_t count() const { return count_; }
  bool fatal() const { return fatal_; }
  Fault first_fatal() const { return first_fatal_; }
  void forget_fatal() { fatal_ = false; }
  const std::vector<Finding>& list() const { return list_; }
  const Finding& last() const { return list_[last_]; }  // of those counted
  /// Those of the compilers' runtimes that are known: each with its reason, none of them counted.
  const std::vector<Finding>& known() const { return known_; }

 private:
  void store(Fault fault, const std::string& text);
  bool suppressed(const std::string& line) const;

  std::uint64_t count_ = 0;
  std::size_t last_ = 0;
  bool fatal_ = false;
  Fault first_fatal_ = Fault::trap;
  std::vector<Finding> list_, known_;
  std::vector<std::string> suppressed_;
  std::FILE* file_ = nullptr;
  // By site and whether it is known: its place in the list of its kind.
  std::map<std::tuple<Fault, const void*, std::uint32_t, bool>, std::size_t> index_;
};

}  // namespace emu
