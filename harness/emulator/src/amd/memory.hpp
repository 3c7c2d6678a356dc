// Accesses of a wave to device memory, LDS and scratch, lane by lane: checks and counts.
#pragma once

#include "amd/wave.hpp"
#include "exec/accessor.hpp"

namespace emu::amd {

/// Which memory a lane's access goes to.
enum class Room : std::uint8_t { global, shared, scratch };

/// Words that a scalar load reads; `missing` gets all bits of those that nobody defined.  False
/// after a finding.
bool read_words(Wave& wave, std::uint64_t address, unsigned words, std::uint32_t* values,
                std::uint32_t* missing);

/// One vector instruction on memory.
class Access {
 public:
  /// `bytes` of a lane, all together.
  Access(Wave& wave, const Decoded& inst, Use use, unsigned bytes);

  /// FLAT, GLOBAL, SCRATCH and MUBUF: the addresses that their operands make.
  void take_addresses();
  /// DS: an offset in LDS for each lane.
  void take_shared(const std::uint32_t* base, std::uint32_t offset);

  LaneMask mask() const { return mask_; }

  /// Reads what a lane names; bytes that nobody defined are bits of `undefined`.  After a finding
  /// zeros, and false.
  bool load(unsigned lane, std::uint8_t* to, std::uint32_t& undefined);
  /// False after a finding.
  bool store(unsigned lane, const std::uint8_t* from, std::uint32_t undefined);
  /// Where an atomic operation takes place; null after a finding.
  std::uint8_t* atomic(unsigned lane);

  /// Adds the request to the counts, and tells the check of races of it.  `reads`: it tells the
  /// program what stands there, as strong loads and some atomic operations do.
  void begin(bool reads);

 private:
  void count();
  void order(bool reads);
  Cell* cells(unsigned lane, std::uint64_t address, unsigned bytes) const;
  void race(unsigned lane, std::uint64_t address, unsigned bytes, const std::uint8_t* memory,
            const std::uint8_t* value);
  std::uint64_t swizzled(unsigned lane, std::uint64_t offset) const;
  std::uint8_t* global(unsigned lane, std::uint64_t address, unsigned bytes,
                       std::uint32_t& undefined);
  std::uint8_t* shared(unsigned lane, std::uint32_t& undefined);
  bool in_scratch(unsigned lane);
  std::uint8_t* outside(unsigned lane, std::uint64_t address, unsigned bytes);
  template <class F>
  bool in_pieces(unsigned lane, F piece);
  void buffer_addresses();
  void flat_addresses();
  void check_registers(unsigned first, unsigned words);
  std::string text(std::uint64_t address) const;

  Wave& wave_;
  const Decoded& inst_;
  Execution& run_;
  Use use_;
  unsigned bytes_;
  LaneMask mask_;
  std::uint64_t base_ = 0;  // of swizzled scratch
  bool swizzled_ = false;   // scratch that is interleaved by lane
  races::Access access_;
  Room room_[lanes];
  std::uint64_t address_[lanes];  // or offset in the room
};

/// First register of the data of a memory instruction.
inline unsigned data_register(const Wave& wave, const Decoded& inst, unsigned reg) {
  return reg + (inst.acc ? wave.execution->accumulation : 0);
}

}  // namespace emu::amd
