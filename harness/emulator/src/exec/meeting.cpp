// Where lanes and warps wait for each other.
#include <algorithm>

#include "check/races.hpp"
#include "exec/launch.hpp"
#include "exec/place.hpp"
#include "exec/warp.hpp"

namespace emu {

void Warp::lanes_met(Mask members) {
  if ((members & live) == live)
    races::all_lanes_met(*clock);
  else
    races::lanes_met(*clock, members);
}

// An instruction that needs the lanes its mask names: true if all that live stand here.
bool Warp::meets(Group& group, const Inst& inst, Mask mask) {
  const std::uint32_t* named = lanes<std::uint32_t>(inst.target);
  Mask awaited = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!(mask >> lane & 1)) continue;
    awaited |= named[lane] & live;
    if (!(named[lane] >> lane & 1))
      add_finding(Fault::lane_mask, *this, inst, lane,
                  "executes an instruction whose mask does not name it");
  }
  if (const Mask silent = awaited & group.mask & ~mask)
    add_finding(Fault::lane_mask, *this, inst, static_cast<unsigned>(__builtin_ctz(silent)),
                "is named in the mask and its predicate is false");
  awaited &= ~(group.mask & ~mask);
  if (awaited & ~mask) {
    group.state = Group::State::meeting;
    group.awaited = awaited;
    if (inst.kind != Class::barrier) return false;
    // bar.warp.sync: lanes may wait at different places for the same mask.
    Mask waiting = 0;
    for (const Group& other : groups)
      if (other.state == Group::State::meeting && other.awaited == awaited &&
          other.frame->function->code[other.pc].kind == Class::barrier &&
          other.frame->function->code[other.pc].flow == Flow::meet)
        waiting |= other.mask;
    if (awaited & ~waiting) return false;
    for (Group& other : groups)
      if (&other != &group && other.state == Group::State::meeting && other.awaited == awaited) {
        other.state = Group::State::ready;
        ++other.pc;
      }
    group.state = Group::State::ready;
    if (launch->options.races) lanes_met(awaited);
    return true;
  }
  if (launch->options.races) {
    Mask rest = mask;
    while (rest) {
      const int first = __builtin_ctz(rest);
      const Mask members = (named[first] & mask) | Mask{1} << first;
      lanes_met(members);
      rest &= ~members;
    }
  }
  return true;
}

// bar and barrier: true if the group goes on at once.
bool Warp::arrives(std::size_t at, const Inst& inst, Mask mask) {
  if (!inst.aligned && groups[at].mask != mask) part(at, groups[at].mask & ~mask, pc + 1);
  Group& group = groups[at];
  if (inst.aligned && (live & ~mask)) {
    if (group.mask & ~mask) {
      add_finding(Fault::divergent_barrier, *this, inst,
                  static_cast<unsigned>(__builtin_ctz(group.mask & ~mask)),
                  "does not take part in the barrier, other lanes of its warp do");
      launch->failed = true;
      return false;
    }
    group.state = Group::State::meeting;
    group.awaited = live;
    used_memory = 0;
    return false;
  }
  const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  const std::uint32_t id = lanes<std::uint32_t>(inst.a)[first];
  if (id >= block->barriers.size())
    throw Unsupported("barrier " + std::to_string(id) + " at " +
                      frame->function->program->line_of(inst));
  Barrier& barrier = block->barriers[id];
  barrier.arrived += mask == live ? warp_lanes : lanes_in(mask);
  barrier.expected = inst.b == nowhere ? 0 : lanes<std::uint32_t>(inst.b)[first];
  if (std::find(barrier.warps.begin(), barrier.warps.end(), index) == barrier.warps.end())
    barrier.warps.push_back(index);
  if (inst.c != nowhere) {
    const Mask said = (*lanes<Mask>(inst.c) ^ (inst.c_negated ? all_lanes : 0)) & mask;
    barrier.votes += lanes_in(said);
    if (said != mask) barrier.all = 0;
    if (said) barrier.any = all_lanes;
  }
  if (inst.barring == Barring::arrive) return true;  // bar.arrive does not wait
  InstCount& count = counts[pc];
  ++count.issued;
  count.active += lanes_in(group.mask);
  count.executed += lanes_in(mask);
  group.state = Group::State::at_barrier;
  group.barrier = id;
  return false;
}

}  // namespace emu
