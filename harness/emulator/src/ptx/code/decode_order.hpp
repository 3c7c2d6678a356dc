// Plain accesses that take part in synchronisation, known by the instructions around them.
#pragma once

#include <set>
#include <vector>

#include "exec/memory_ops.hpp"
#include "program/program.hpp"

namespace emu {

/// A plain load whose value a compare-and-swap at the same address expects is a guess: what it got
/// wrong, the swap finds.
inline void find_guesses(std::vector<Inst>& code) {
  for (const Inst& swap : code) {
    if (!swap.atomic || swap.c == nowhere) continue;
    std::set<std::uint32_t> expected{swap.b};
    for (std::size_t before = 0; before != expected.size();) {
      before = expected.size();
      for (const Inst& inst : code)
        if (inst.kind == Class::move && inst.a != nowhere && inst.b == nowhere &&
            expected.count(inst.d))
          expected.insert(inst.a);
    }
    for (Inst& inst : code)
      if (inst.run == load && !inst.strong && inst.count == 1 && inst.bytes == swap.bytes &&
          inst.a == swap.a && inst.offset == swap.offset && expected.count(inst.d)) {
        inst.guess = true;
        inst.scope = swap.scope;
      }
  }
}

/// GCC writes an atomic store as a plain one right behind a fence, and an atomic load that acquires
/// as a plain one right before a fence.
inline void find_releases(std::vector<Inst>& code) {
  for (std::size_t i = 0; i + 1 < code.size(); ++i)
    if (code[i].run == load && code[i + 1].run == fence && code[i].count == 1) {
      code[i].strong = true;
      code[i].scope = code[i + 1].scope;
    }
  const Inst* fence_before = nullptr;
  for (Inst& inst : code) {
    if (inst.run == store && fence_before && !inst.strong && inst.count == 1) {
      inst.strong = true;
      inst.scope = fence_before->scope;
    }
    if (inst.run == fence)
      fence_before = &inst;
    else if (inst.kind != Class::move)
      fence_before = nullptr;
  }
}

}  // namespace emu
