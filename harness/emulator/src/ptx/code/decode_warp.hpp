// Instructions in which threads act together: barriers, fences, what the lanes of a warp exchange.
#pragma once

#include <string>
#include <vector>

#include "exec/cluster.hpp"
#include "exec/warp_ops.hpp"
#include "ptx/code/decode_memory.hpp"

namespace emu {

class WarpDecoder : public MemoryDecoder {
 public:
  using MemoryDecoder::MemoryDecoder;

 protected:
  void barrier(const ptx::Instruction& instruction, Inst& inst) {
    const auto& words = instruction.words;
    inst.kind = Class::barrier;
    if (instruction.has("warp")) {
      inst.flow = Flow::meet;
      inst.run = warp_barrier;
      inst.target = read(operand(instruction, 0), u32_type);
      return;
    }
    if (instruction.has("cluster")) return cluster_barrier(instruction, inst);
    inst.flow = Flow::barrier;
    inst.aligned = words[0] == "bar" || instruction.has("aligned");
    std::size_t first = 0;
    if (instruction.has("arrive")) {
      inst.barring = Barring::arrive;
    } else if (instruction.has("red")) {
      inst.barring = instruction.has("popc")  ? Barring::count
                     : instruction.has("and") ? Barring::all
                                              : Barring::any;
      inst.d =
          write(operand(instruction, 0), inst.barring == Barring::count ? u32_type : predicate);
      first = 1;
      const Operand& said = instruction.operands.back();
      inst.c = read(said, predicate);
      inst.c_negated = said.negated;
    } else if (!instruction.has("sync")) {
      unknown(instruction);
    }
    inst.a = read(operand(instruction, first), u32_type);
    const std::size_t left = instruction.operands.size() - first - (inst.c == nowhere ? 0 : 1);
    if (left > 1) inst.b = read(operand(instruction, first + 1), u32_type);
  }

  // barrier.cluster.arrive[.release|.relaxed][.aligned], barrier.cluster.wait[.acquire][.aligned]
  void cluster_barrier(const ptx::Instruction& instruction, Inst& inst) {
    const std::string& what = instruction.words[2];
    if (what == "arrive") {
      inst.release = !instruction.has("relaxed");
      inst.run = arrive_at_cluster;
    } else if (what == "wait") {
      inst.acquire = true;
      inst.flow = Flow::cluster;
      inst.run = nothing;
    } else {
      unknown(instruction);
    }
  }

  // mapa[.shared::cluster].u32|u64 d, address, rank; getctarank[.shared::cluster].u32|u64 d,
  // address.
  void map_rank(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    const bool maps = instruction.words[0] == "mapa";
    inst.kind = Class::integer;
    inst.run = maps ? map_to_rank : rank_of_address;
    inst.spread = Spread::all;
    inst.bytes = static_cast<std::uint8_t>(type.bytes());
    inst.d_bytes = maps ? inst.bytes : std::uint8_t{4};
    inst.a_bytes = inst.bytes;
    inst.d = write(operand(instruction, 0), maps ? type : u32_type);
    inst.a = read(operand(instruction, 1), type);
    if (!maps) return;
    inst.b_bytes = 4;
    inst.b = read(operand(instruction, 2), u32_type);
  }

  void fence_(const ptx::Instruction& instruction, Inst& inst) {
    inst.kind = Class::fence;
    if (instruction.has("proxy")) {  // what bulk copies see of plain accesses is not kept apart
      if (!instruction.has("async")) unknown(instruction);
      inst.run = nothing;
      return;
    }
    inst.run = fence;
    inst.consistent = instruction.has("sc") || instruction.words.front() == "membar";
    inst.scope = scope_word(instruction, instruction.has("gl") ? Scope::gpu : Scope::system);
  }

  void shuffle_(const ptx::Instruction& instruction, Inst& inst) {
    if (!instruction.has("sync")) unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = shuffle;
    static const char* const modes[] = {"up", "down", "bfly", "idx"};
    for (std::uint8_t i = 0; i < 4; ++i)
      if (instruction.has(modes[i])) inst.shuffle = static_cast<Shuffle>(i);
    const Operand& d = operand(instruction, 0);
    if (d.kind == Kind::vector) {
      inst.d = write(d.parts[0], u32_type);
      inst.e = write(d.parts[1], predicate);
    } else {
      inst.d = write(d, u32_type);
    }
    inst.a = read(operand(instruction, 1), u32_type);
    inst.b = read(operand(instruction, 2), u32_type);
    inst.c = read(operand(instruction, 3), u32_type);
    inst.target = read(operand(instruction, 4), u32_type);
    inst.spread = Spread::moves;
    inst.d_bytes = inst.a_bytes = inst.b_bytes = inst.c_bytes = 4;
  }

  void vote_(const ptx::Instruction& instruction, Inst& inst) {
    if (!instruction.has("sync")) unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = vote;
    static const char* const modes[] = {"all", "any", "uni", "ballot"};
    for (std::uint8_t i = 0; i < 4; ++i)
      if (instruction.has(modes[i])) inst.vote = static_cast<Vote>(i);
    inst.d = write(operand(instruction, 0), instruction.has("ballot") ? u32_type : predicate);
    inst.a = read(operand(instruction, 1), predicate);
    inst.c_negated = operand(instruction, 1).negated;
    inst.target = read(operand(instruction, 2), u32_type);
    inst.spread = Spread::lanes;
    inst.d_bytes = instruction.has("ballot") ? std::uint8_t{4} : predicate_bytes;
    inst.a_bytes = predicate_bytes;
  }

  void match(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.bytes = static_cast<std::uint8_t>(type.bytes());
    inst.run = instruction.has("all") ? match_all : match_any;
    const Operand& d = operand(instruction, 0);
    if (d.kind == Kind::vector) {
      inst.d = write(d.parts[0], u32_type);
      inst.e = write(d.parts[1], predicate);
    } else {
      inst.d = write(d, u32_type);
    }
    inst.a = read(operand(instruction, 1), type);
    inst.target = read(operand(instruction, 2), u32_type);
    inst.spread = Spread::lanes;
    inst.d_bytes = 4;
    inst.a_bytes = inst.bytes;
  }

  void redux(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    if (type.bits != 32 || type.kind == 'f') unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = type.kind == 's' ? reduce_signed : reduce_unsigned;
    static const char* const modes[] = {"add", "min", "max", "and", "or", "xor"};
    for (std::uint8_t i = 0; i < 6; ++i)
      if (instruction.has(modes[i])) inst.reduce = static_cast<Reduce>(i);
    inst.d = write(operand(instruction, 0), type);
    inst.a = read(operand(instruction, 1), type);
    inst.target = read(operand(instruction, 2), u32_type);
    inst.spread = Spread::lanes;
    inst.d_bytes = inst.a_bytes = 4;
  }

  void elect_(const ptx::Instruction& instruction, Inst& inst) {
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = elect;
    inst.spread = Spread::lanes;
    inst.d_bytes = 4;
    const Operand& d = operand(instruction, 0);
    if (d.kind != Kind::vector) unknown(instruction);
    inst.d = write(d.parts[0], u32_type);
    inst.e = write(d.parts[1], predicate);
    inst.target = read(operand(instruction, 1), u32_type);
  }

  void active(const ptx::Instruction& instruction, Inst& inst) {
    inst.kind = Class::move;
    inst.run = active_mask;
    inst.spread = Spread::all;
    inst.d_bytes = 4;
    inst.d = write(operand(instruction, 0), u32_type);
  }
};

}  // namespace emu
