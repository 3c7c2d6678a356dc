// What the checks found, one line each.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace emu {

struct Warp;
struct Function;
struct Inst;

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

/// All findings of the process.  One line for each kind and instruction, at once, on standard
/// error.
class Findings {
 public:
  /// `lane` of the warp did it at the instruction, `detail` tells what.
  void add(Fault fault, const Warp& warp, const Inst& inst, unsigned lane,
           const std::string& detail);
  /// A finding without an instruction.
  void add(Fault fault, const std::string& text);

  std::uint64_t count() const { return count_; }
  bool fatal() const { return fatal_; }
  Fault first_fatal() const { return first_fatal_; }
  void forget_fatal() { fatal_ = false; }
  const std::vector<Finding>& list() const { return list_; }
  /// Those of the compilers' runtimes that are known: each with its reason, none of them counted.
  const std::vector<Finding>& known() const { return known_; }

 private:
  void store(Fault fault, const std::string& text);

  std::uint64_t count_ = 0;
  bool fatal_ = false;
  Fault first_fatal_ = Fault::trap;
  std::vector<Finding> list_, known_;
  std::map<std::tuple<Fault, const void*, std::uint32_t>, std::size_t> index_;
};

/// What lies at an address of shared memory: ", byte 4 of variable 'x'", or empty.
std::string shared_name(const Function& kernel, std::uint64_t address);
/// "block (0,0,0) thread (1,0,0)".
std::string place_of(const Warp& warp, unsigned lane);
/// "kernel f, PTX line 12 (f.cu:7)".
std::string instruction_of(const Warp& warp, const Inst& inst);
std::string demangled(const std::string& name);

}  // namespace emu
