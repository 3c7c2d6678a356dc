// Where lanes and warps wait for each other.
#include <algorithm>

#include "check/races.hpp"
#include "exec/launch.hpp"
#include "exec/place.hpp"
#include "exec/warp.hpp"

namespace emu {

namespace {

std::string number_of_threads(std::uint32_t expected) {
  return expected ? std::to_string(expected) + " threads" : "all threads";
}

}  // namespace

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
  for (const Ended& lanes : ended)
    if (!frame->parent && (lanes.lanes & named[__builtin_ctz(mask)]) &&
        came_past(lanes, *frame->function, pc))
      add_finding(Fault::lane_mask, *this, inst, static_cast<unsigned>(__builtin_ctz(lanes.lanes)),
                  "is named in the mask, came past and ended");
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
        other.synced = ++other.pc;
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
    return false;
  }
  for (const Ended& lanes : ended)
    if (inst.aligned && !frame->parent && came_past(lanes, *frame->function, pc)) {
      add_finding(Fault::divergent_barrier, *this, inst,
                  static_cast<unsigned>(__builtin_ctz(lanes.lanes)),
                  "came past the barrier and ended, other lanes of its warp arrive there");
      launch->failed = true;
      return false;
    }
  const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  const std::uint32_t id = lanes<std::uint32_t>(inst.a)[first];
  if (id >= block->barriers.size())
    throw Unsupported("barrier " + std::to_string(id) + " at " +
                      frame->function->program->line_of(inst));
  Barrier& barrier = block->barriers[id];
  const std::uint32_t expected = inst.b == nowhere ? 0 : lanes<std::uint32_t>(inst.b)[first];
  const bool begun = barrier.arrived != 0;
  barrier.arrived += mask == live ? warp_lanes : lanes_in(mask);
  std::string wrong;
  if (expected % warp_lanes)
    wrong = "is for " + std::to_string(expected) + " threads, which are no whole warps";
  else if (begun && barrier.expected != expected)
    wrong = "is for " + number_of_threads(expected) + ", others came to it for " +
            number_of_threads(barrier.expected);
  else if (expected && barrier.arrived > expected)
    wrong = "is for " + std::to_string(expected) + " threads, and more come";
  if (!wrong.empty())
    add_finding(Fault::barrier_count, *this, inst, first,
                "barrier " + std::to_string(id) + " " + wrong);
  barrier.expected = expected;
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
