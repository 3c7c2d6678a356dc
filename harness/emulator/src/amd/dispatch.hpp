// What the runtime of an AMD device hands to the executor of its code, and what comes back.  A code
// object is loaded once and becomes a Code; each kernel dispatch packet becomes a Dispatch.
//
//   amd::Code code(amd::Architecture::gfx90a, memory, object);          // once an image is loaded
//   amd::Dispatch dispatch;                                             // from the packet
//   dispatch.code = &code; dispatch.descriptor = kernel_object; ...     // all fields below
//   dispatch.scratch_bytes = dispatch.scratch_needed();                 // and scratch, see there
//   KernelCounts& counts = context.counts[&code.kernel(kernel_object)]; // as NVIDIA's side has
//   them amd::execute(dispatch, {&memory, &findings, &counts, beyond, options});
//
// KernelCounts::kernel and ::registers are the caller's to set (Code::kernel, Code::registers).
// One thread may execute at a time on the same memory, findings and counts; the host may read and
// write the shared memory beside it.  Completion signals, queue indices and the order of packets
// belong to the caller.  Options::races is about waves of one dispatch.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "exec/launch.hpp"

namespace emu::amd {

enum class Architecture : std::uint8_t { gfx906, gfx90a };

std::string_view name_of(Architecture architecture);
/// The one of the low byte of a code object's e_flags; none: it cannot be executed.
std::optional<Architecture> architecture_of(std::uint32_t elf_flags);
/// The one of a name such as "gfx90a", which may stand in a longer name of an instruction set.
std::optional<Architecture> architecture_of(std::string_view name);

/// A name in a code object, from .symtab or .dynsym; `address` in device memory.
struct Symbol {
  std::string name;
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

/// From its address on code comes of a source line; of line 0 it comes of none.
struct LineRow {
  std::uint64_t address = 0;
  SourceLine source;
};

struct LineTable {
  std::vector<LineRow> rows;  // in their order
  std::unordered_map<std::uint32_t, std::string> files;
};

/// A code object in device memory: one allocation with all its segments, relocated and marked
/// initialised.
struct LoadedObject {
  std::string name;  // for people: what findings and refusals call it, such as its hash
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;         // of all segments
  std::uint64_t text_address = 0;  // of the executable segment; nothing else is executed
  std::uint64_t text_bytes = 0;
  bool of_gcc = false;            // from the notes: GCC's have no `amdhsa.target`
  std::vector<Symbol> functions;  // in any order; those of size 0 reach to the next one
  std::vector<Symbol> kernels;    // descriptors (NAME.kd), named without ".kd"
  std::vector<Symbol> variables;  // those that findings may name
  LineTable lines;                // addresses in the object
};

struct Decoded;

/// Code of a loaded object, decoded where it is first executed.  It lives as long as counts refer
/// to it, which is to the end of the process; its memory may be released before.
class Code {
 public:
  Code(Architecture architecture, const DeviceMemory& memory, LoadedObject object);
  ~Code();
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  Architecture architecture() const { return architecture_; }
  const LoadedObject& object() const { return object_; }
  /// The function of the kernel whose descriptor is at this address, by which counts know it.
  /// Throws Unsupported if the object has no such kernel.
  const Function& kernel(std::uint64_t descriptor) const;
  /// VGPRs of a lane that its descriptor asks for, with AGPRs.
  std::uint32_t registers(std::uint64_t descriptor) const;

  /// The instruction at an address of the text.  Throws Unsupported: one line with its name or
  /// opcode, and the address in the object.
  const Decoded& at(std::uint64_t address);
  /// The function that an address of the text lies in, and the entry of counts there.
  const Function& function_at(std::uint64_t address) const;
  /// The line of an address in the device's memory; 0: not told.
  SourceLine line_at(std::uint64_t address) const;
  /// For people: "0x1234 in FUNCTION (FILE:LINE)", the address as objdump shows it.
  std::string place(std::uint64_t address) const;
  /// For people: "byte 4 of variable 'NAME' of 16 bytes"; empty: no variable is there.
  std::string variable_at(std::uint64_t address) const;

 private:
  struct Text;
  Architecture architecture_;
  LoadedObject object_;
  std::unique_ptr<Text> text_;
};

/// High words of flat addresses that are LDS or scratch, whatever memory there is.
struct Apertures {
  std::uint32_t shared = static_cast<std::uint32_t>(shared_window >> 32);
  std::uint32_t lane = static_cast<std::uint32_t>(local_window >> 32);  // scratch, "private"
};

/// A kernel dispatch packet, and what belongs to it.  Addresses are those that the program sees: of
/// device memory, or of host memory that DeviceMemory::share() knows.
struct Dispatch {
  Code* code = nullptr;
  std::uint64_t descriptor = 0;     // the packet's kernel object: 64 bytes that begin there
  std::uint64_t packet = 0;         // must stay as it is until execute() returns
  std::uint64_t arguments = 0;      // kernarg address
  std::uint64_t queue = 0;          // of its amd_queue_t
  std::uint64_t id = 0;             // index of the packet in its queue
  Extent grid;                      // in work-items; a last group may be cut off
  Extent group;                     // in work-items
  std::uint32_t shared_bytes = 0;   // LDS of a group, all of it: packet, +28
  std::uint32_t private_bytes = 0;  // scratch of a lane: packet, +24
  std::uint32_t resident = 8;       // groups that may be under way at once
  Apertures apertures;
  /// Device memory, aligned to 256, of scratch_needed() bytes; it may be the same for all
  /// dispatches of a queue, whose amd_queue_t should tell it.  Not needed (0) where that says 0.
  std::uint64_t scratch = 0;
  std::uint64_t scratch_bytes = 0;

  std::uint64_t waves_a_group() const { return (group.size() + 63) / 64; }
  std::uint64_t groups() const;
  /// Bytes for all groups under way; a wave's piece is its lanes' bytes rounded up to 1 KiB.
  std::uint64_t scratch_needed() const;
};

/// What a dispatch works on.  `beyond` null: traffic behind the L2 is not counted.  `stop`, if
/// there is one, ends the execution soon after it becomes true, without a finding.
struct Machine {
  DeviceMemory* memory = nullptr;
  Findings* findings = nullptr;
  KernelCounts* counts = nullptr;
  Beyond* beyond = nullptr;
  Options options;
  const std::atomic<bool>* stop = nullptr;
};

/// How it ended; findings have been told already.
enum class End : std::uint8_t {
  finished,
  failed,  // by a finding that would have ended it on a GPU, or that never ends
  stopped
};

/// Executes all groups.  Throws Unsupported where an instruction or a property of the kernel is not
/// known: one line that names it, the kernel and the address.
End execute(const Dispatch& dispatch, const Machine& machine);

}  // namespace emu::amd
