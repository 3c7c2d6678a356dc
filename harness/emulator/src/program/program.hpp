// Device code ready for execution: each operand an offset into the registers of a warp.  Front ends
// make it of their text; nothing here knows which.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/types.hpp"

namespace emu {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

struct Warp;
struct Inst;

/// Executes one instruction for the lanes of the mask, which is never empty.
using Handler = void (*)(Warp&, const Inst&, Mask);

/// What counts tell apart; the names are in count/counts.cpp.
enum class Class : std::uint8_t {
  fp64_add,
  fp64_mul,
  fp64_fma,
  fp64_other,
  fp32_add,
  fp32_mul,
  fp32_fma,
  fp32_other,
  fp16_add,
  fp16_mul,
  fp16_fma,
  fp16_other,
  integer,
  logic,
  compare,
  move,
  conversion,
  special,
  control,
  load_global,
  store_global,
  load_shared,
  store_shared,
  load_local,
  store_local,
  load_parameter,
  load_generic,
  store_generic,
  atomic,
  shuffle,
  barrier,
  fence,
  tensor,
  copy_async,
  matrix,
  texture,
  scalar,       // of machine code: arithmetic of a whole wave
  scalar_load,  // and its loads
  wait,         // what only waits
  allocation,   // calls of malloc and free
  count_of
};

enum class Flow : std::uint8_t {
  next,     // go on with the instruction behind
  meet,     // needs the other lanes that it names, then as `next`
  barrier,  // a barrier of the block
  cluster,  // waits at the barrier of the cluster, then as `next`
  branch,   // to `target`
  indexed,  // to one of a list of targets
  call,
  ret,
  exit,
  trap
};

/// Rounding of a result.
enum class Rounding : std::uint8_t { nearest, toward_zero, down, up };
/// How a number becomes whole on its way through a conversion.
enum class Whole : std::uint8_t { keep, nearest, toward_zero, down, up };
/// How a comparison is joined with a predicate.
enum class Join : std::uint8_t { none, and_, or_, xor_ };
/// Which lane a shuffle reads.
enum class Shuffle : std::uint8_t { up, down, bfly, idx };
/// What a vote tells.
enum class Vote : std::uint8_t { all, any, uni, ballot };
/// What a reduction over lanes computes.
enum class Reduce : std::uint8_t { add, min, max, and_, or_, xor_ };
/// What a barrier of the block does beside waiting; to arrive is not to wait.
enum class Barring : std::uint8_t { sync, arrive, count, all, any };

/// What is done to a barrier in shared memory.
enum class Phases : std::uint8_t {
  begin,
  end,
  arrive,
  arrive_open,     // which does not complete a phase
  arrive_expect,   // beside bytes of copies
  drop,            // and take part no longer
  expect,          // bytes of copies
  complete,        // bytes have come
  copies,          // arrive when the copies of a thread are over
  copies_counted,  // the same, as one of those expected
  state,           // is the phase over that a state names
  parity           // or that has this parity
};

/// How what is undefined in the sources of an instruction becomes undefined in its result.
enum class Spread : std::uint8_t {
  none,       // not this way: memory, control
  all,        // any undefined bit makes the whole result undefined
  moves,      // bits of `a` go elsewhere, as `b` and `c` say
  moves_two,  // bits of `a` and `b`, as `c` says
  and_,       // a zero bit that is defined defines the result
  or_,        // a one
  bits,       // bit by bit
  upwards,    // a sum: from the lowest undefined bit on
  table,      // of three sources, bit by bit, by a table of eight
  packs,      // registers into one
  unpacks,    // and out of it
  lanes,      // among the lanes that take part
  matrices    // of all lanes together
};

/// Stands for the width of a predicate where bytes of a lane are told.
constexpr std::uint8_t predicate_bytes = 0xff;

/// The carry flag of an addition or subtraction of several words; bits of Inst::carry.
enum Carries : std::uint8_t { carry_out = 1, carry_in = 2, carry_subtracts = 4, carry_high = 8 };
/// What the result of 16-bit arithmetic goes through; bits of Inst::finish.
enum Finish : std::uint8_t {
  finish_flush = 1,
  finish_saturate = 2,
  finish_rectify = 4,
  finish_nan_wins = 8
};

/// One decoded instruction.  `d` and `e` are written, `a`, `b`, `c` are read.
struct Inst {
  Handler run = nullptr;
  Flow flow = Flow::next;
  Class kind = Class::move;
  Space space = Space::generic;
  Scope scope = Scope::system;
  bool strong = false;       // a memory operation that takes part in synchronisation
  bool is_volatile = false;  // strong for that reason alone
  bool guess = false;        // a load of what a compare-and-swap at the same address expects
  bool atomic = false;
  bool real = false;  // an atomic operation of floating-point numbers
  bool acquire = false;
  bool release = false;
  bool aligned = false;  // bar.sync, not barrier.sync
  bool guard_negated = false;
  bool sign_extend = false;
  bool c_negated = false;       // of the predicate `c`
  bool narrow_address = false;  // in a register of 32 bits
  bool of_cluster = false;      // shared memory of any block of the cluster
  bool ftz = false;
  bool saturate = false;
  bool real_result = false;  // of set: 1.0 rather than all ones
  bool consistent = false;   // a fence that is sequentially consistent
  Rounding rounding = Rounding::nearest;
  Whole whole = Whole::keep;
  Join join = Join::none;
  Shuffle shuffle = Shuffle::up;
  Vote vote = Vote::all;
  Reduce reduce = Reduce::add;
  Barring barring = Barring::sync;
  Phases phase = Phases::arrive;
  std::uint8_t carry = 0;   // Carries
  std::uint8_t finish = 0;  // Finish
  std::uint8_t bytes = 4;   // of an element in memory
  std::uint8_t count = 1;   // elements of a vector, numbers packed in a register
  std::uint8_t width = 4;   // bytes of a register of it
  Spread spread = Spread::none;
  std::uint8_t d_bytes = 0;  // of the result; 0: not told, or there is none
  std::uint8_t a_bytes = 0, b_bytes = 0, c_bytes = 0;
  std::uint32_t d = nowhere, e = nowhere;
  std::uint32_t a = nowhere, b = nowhere, c = nowhere;
  std::uint32_t guard = nowhere;
  std::uint32_t target = 0;  // instruction, list of targets or of registers, or function
  std::uint32_t extra = 0;   // list of registers of a vector, or a bulk copy
  std::int64_t offset = 0;   // of an address
  std::uint32_t line = 0;    // of the device code
  SourceLine source;
};

/// Registers whose value is known when a warp begins: %tid.x and its like.
enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid,
  cluster_ctarank,
  cluster_nctarank,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  envreg1,
  envreg2,
  dynamic_smem_size,
  total_smem_size,
  reserved_smem,  // where the reserved shared memory begins
  reserved_smem_end,
  reserved_smem_bytes,
  warp_size
};

/// Shared memory of a block that the system keeps for itself and its libraries.
constexpr std::uint32_t reserved_bytes = 1024;

struct Program;

struct Parameter {
  std::string name;
  std::uint32_t offset = 0;  // in the parameters of a launch or in a frame's parameter memory
  std::uint32_t bytes = 0;
};

struct CallSite {
  std::uint32_t callee = 0;                 // function
  std::uint32_t callee_register = nowhere;  // of an indirect call
  std::vector<Parameter> arguments;         // in the caller's parameter memory
  std::vector<Parameter> results;
};

/// Bytes between variables that lie in one memory; who goes there went beyond one of them.
class Gaps {
 public:
  void add(std::uint64_t begin, std::uint64_t end);
  bool empty() const { return in_gap_.empty(); }
  /// Whether an access begins or ends in a gap.
  bool reach(std::uint64_t address, std::uint64_t bytes) const {
    const std::uint64_t last = address + bytes - 1;
    return address < in_gap_.size() &&
           (in_gap_[address] || (last < in_gap_.size() && in_gap_[last]));
  }
  /// The last byte before the gap that an access reaches.
  std::uint64_t before(std::uint64_t address) const;

 private:
  std::vector<bool> in_gap_;
};

/// What the value of an instruction is worth, where it is not exactly what a GPU computes.
enum class Fidelity : std::uint8_t {
  approximate,  // another rounding of the same function
  modelled      // an order, a clock or a filter that PTX leaves open
};
struct Inexact {
  std::uint32_t at = 0;  // instruction
  Fidelity fidelity = Fidelity::approximate;
  std::string opcode;
};

/// A kind of number in a matrix.
enum class Element : std::uint8_t { f16, bf16, tf32, f32, f64, s8, u8, s4, u4, s32, e4m3, e5m2 };

/// What the lanes of a warp hold of a matrix: registers of `width` bytes, some numbers in each.
struct Fragment {
  Element element = Element::f16;
  std::uint8_t width = 4;
  bool by_columns = false;  // in memory, and in the order of wmma
  std::vector<std::uint32_t> registers;
};

/// d = a b + c, where a has m rows and k columns, b k rows and n columns; or one of them on its way
/// from or to memory.
struct Matrices {
  std::uint32_t m = 0, n = 0, k = 0;
  bool opaque = false;  // wmma: which lane holds what is not told
  char which = 'd';     // on its way
  Fragment d, a, b, c;
};

/// A copy of many bytes (cp.async.bulk): from where to where, registers and what is added to them.
struct BulkCopies {
  struct Place {
    std::uint32_t at = nowhere;
    bool narrow = false;  // a register of 32 bits
    std::int64_t offset = 0;
    Space space = Space::generic;
  };
  Place from, to;
  Place barrier;  // in shared memory, which is told how many bytes have come; else it is of a group
  std::uint32_t bytes = nowhere;
};

/// What lies in shared memory: offset, name and bytes.
using Places = std::map<std::uint64_t, std::pair<std::string, std::uint64_t>>;

struct Function {
  std::string name;
  std::string unit;  // of linked modules: the one it comes from
  std::uint32_t index = 0;
  bool entry = false;
  bool defined = false;
  std::string unsupported;  // why it cannot be executed; empty: it can
  const Program* program = nullptr;
  std::vector<Inst> code;
  std::vector<std::vector<std::uint32_t>> lists;  // of targets and registers
  std::vector<CallSite> calls;
  std::vector<Matrices> matrices;
  std::vector<BulkCopies> bulk_copies;
  std::vector<Inexact> inexact;
  // Instructions whose address, or whose execution, may come of such a value through registers.
  std::vector<std::uint32_t> inexact_addresses, inexact_branches;
  std::vector<Parameter> parameters;
  std::vector<Parameter> results;
  std::uint32_t parameter_bytes = 0;        // of a launch
  std::uint32_t frame_parameter_bytes = 0;  // of a frame, per lane
  std::uint32_t shared_bytes = 0;           // static, with what the module declares
  std::uint32_t shared_room = 0;            // the same with the gaps between variables
  Gaps shared_gaps;
  bool uses_reserved = false;     // shared memory that the system keeps
  Places shared;                  // its own
  std::uint32_t local_bytes = 0;  // per lane, with gaps
  Gaps local_gaps;
  std::uint32_t max_threads = 0;
  std::array<std::uint32_t, 3> cluster{};  // blocks; 0: the launch says
  std::uint32_t register_words = 0;        // 32-bit registers that the text declares

  std::uint32_t register_bytes = 0;  // of a frame
  std::uint32_t constants_at = 0;    // behind the registers: what never changes
  std::vector<std::uint8_t> constants;
  std::vector<std::pair<Special, std::uint32_t>> specials;
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      local_addresses;  // register, offset in the frame
};

/// A module, decoded.  Its variables have addresses in device memory.
struct Program {
  std::string language;  // of the device code, as findings name it
  std::string target;
  int architecture = 0;  // 80 for sm_80
  bool of_gcc = false;   // with GCC's libraries
  bool uniform = false;  // GCC's code for warps that keep one value in all lanes outside of simd
  std::unordered_map<std::uint32_t, std::string> files;
  std::vector<Function> functions;
  std::unordered_map<std::string, std::uint64_t> symbols;  // global and constant variables
  std::unordered_map<std::string, std::uint64_t> symbol_bytes;
  std::unordered_map<std::string, std::uint32_t> function_of;  // name -> index
  Places shared;
  /// The address of the first function, as indirect calls see it; no two programs share one.
  std::uint64_t functions_at = 0;

  /// Gives its functions addresses, once all are there.
  void place_functions();
  std::uint64_t function_address(std::size_t index) const;
  const Function* kernel(const std::string& name) const;
  std::string source(const SourceLine& line) const;  // "file:line", or empty
  std::string line_of(const Inst& inst) const;       // "PTX line 7"
};

/// Where a module's variables go: an address for `bytes`, with their initial value, which may be
/// shorter.
class VariablePlacer {
 public:
  virtual ~VariablePlacer() = default;
  virtual std::uint64_t place(const std::string& name, std::uint64_t bytes,
                              const std::vector<std::uint8_t>& value) = 0;
  virtual void write(std::uint64_t address, const void* data, std::size_t bytes) = 0;
  /// It is constant: no kernel may store there.
  virtual void protect(std::uint64_t, std::uint64_t) {}
};

/// A name as people write it in the source, without parameters.
std::string demangled(const std::string& name);

/// Whether a function of any program has, or had, this address.
bool was_function(std::uint64_t address);
constexpr std::uint64_t between_functions = 0x80;

}  // namespace emu
