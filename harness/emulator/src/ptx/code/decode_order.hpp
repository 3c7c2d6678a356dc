// Plain accesses that take part in synchronisation, known by the instructions around them.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "exec/memory_ops.hpp"
#include "program/program.hpp"
#include "ptx/code/form.hpp"

namespace emu {

/// A plain load whose value a compare-and-swap at the same address expects, as it is or with other
/// bits in some places, is a guess: what it got wrong, the swap finds.
inline void find_guesses(std::vector<Inst>& code) {
  for (const Inst& swap : code) {
    if (!swap.atomic || swap.c == nowhere) continue;
    std::set<std::uint32_t> expected{swap.b};
    for (std::size_t before = 0; before != expected.size();) {
      before = expected.size();
      for (const Inst& inst : code)
        if ((inst.kind == Class::move || inst.kind == Class::logic) && expected.count(inst.d))
          for (const std::uint32_t from : {inst.a, inst.b})
            if (from != nowhere && (inst.kind == Class::logic || inst.b == nowhere))
              expected.insert(from);
    }
    for (Inst& inst : code)
      if (inst.run == load && !inst.strong && inst.count == 1 && inst.bytes == swap.bytes &&
          inst.a == swap.a && inst.offset == swap.offset && expected.count(inst.d)) {
        inst.guess = true;
        inst.scope = swap.scope;
      }
  }
}

/// In LLVM's reduction over teams the atomics that count teams acquire and release, and its
/// compiler writes them relaxed: they count as its source has them.  Those that are read go to its
/// variables in shared memory; teams of one thread keep how many teams have come in a register.
inline void find_reductions(std::vector<Inst>& code, const Places& own, const Places& shared) {
  const auto is_kept = [&](const Inst& inst) {
    if (inst.run != store || inst.space != Space::shared || inst.a != nowhere) return false;
    for (const Places* places : {&own, &shared}) {
      const auto found = places->find(static_cast<std::uint64_t>(inst.offset));
      if (found != places->end() &&
          found->second.first.find("__kmpc_nvptx_teams_reduce_nowait_v2") != std::string::npos)
        return true;
    }
    return false;
  };
  const auto address = [&](const Inst& inst) {  // what the register of an address is computed of
    for (const Inst& before : code)
      if (before.d == inst.a && inst.a != nowhere && before.kind == Class::integer)
        return std::make_tuple(before.a, before.b, inst.offset);
    return std::make_tuple(inst.a, nowhere, inst.offset);
  };
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::int64_t>> counters;
  for (std::size_t i = 1; i < code.size(); ++i)
    if (is_kept(code[i]) && code[i - 1].atomic && code[i - 1].d == code[i].b) {
      code[i - 1].acquire = true;
      counters.insert(address(code[i - 1]));
    }
  const Handler counts_up = atomic_handler("inc", ptx::Type{'u', 32});
  for (Inst& inst : code)
    if (!counters.empty() && inst.run == counts_up) {
      inst.acquire = true;
      counters.insert(address(inst));
    }
  for (Inst& inst : code)
    if (inst.atomic && !inst.acquire && counters.count(address(inst))) inst.release = true;
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
