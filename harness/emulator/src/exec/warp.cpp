#include "exec/warp.hpp"

#include <algorithm>
#include <cstring>

#include "check/races.hpp"
#include "exec/builtins.hpp"
#include "exec/cluster.hpp"
#include "exec/launch.hpp"
#include "exec/memory_ops.hpp"
#include "exec/place.hpp"
#include "exec/special.hpp"

namespace emu {
namespace {

constexpr std::uint64_t slice = 4096;     // instructions of one group before others get a turn
constexpr std::uint64_t fair_turn = 256;  // so often the group that waited longest goes first
constexpr std::size_t none = ~std::size_t{0};

/// Whether an instruction may be executed some time after another.
bool follows(const Function& function, std::uint32_t from, std::uint32_t to) {
  std::vector<bool> seen(function.code.size());
  std::vector<std::uint32_t> open{from + 1};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at >= seen.size() || seen[at]) continue;
    if (at == to) return true;
    seen[at] = true;
    const Inst& inst = function.code[at];
    if (inst.flow == Flow::branch) open.push_back(inst.target);
    if (inst.flow == Flow::indexed)
      for (const std::uint32_t target : function.lists[inst.target]) open.push_back(target);
    const bool ends = inst.flow == Flow::branch || inst.flow == Flow::exit ||
                      inst.flow == Flow::ret || inst.flow == Flow::trap;
    if (!ends || inst.guard != nowhere) open.push_back(at + 1);
  }
  return false;
}

}  // namespace

void Warp::start(Mask mask) {
  live = mask;
  groups.clear();
  async_copies.clear();
  async_group.fill(0);
  bulk_copies.clear();
  bulk_group.fill(0);
  cluster_arrived.fill(0);
  cluster_waited.fill(0);
  ended.clear();
  turns_ = 0;
  loops_.clear();
  if (frames.empty() || frames[0]->function != launch->kernel) {
    frames.clear();
    enter(*launch->kernel, nullptr, 0, 0);
  } else {
    frames.resize(1);
    prepare(*frames[0]);
  }
  frames[0]->groups = 1;
  Group group;
  group.mask = mask;
  group.frame = frames[0].get();
  groups.push_back(group);
}

Frame* Warp::enter(const Function& function, Frame* parent, std::uint32_t call_site,
                   std::uint32_t return_to) {
  for (const auto& open : frames)  // lanes that call from the same place share the frame
    if (parent && open->parent == parent && open->return_to == return_to &&
        open->function == &function)
      return open.get();
  auto frame = std::make_unique<Frame>();
  frame->function = &function;
  frame->parent = parent;
  frame->call_site = call_site;
  frame->return_to = return_to;
  frame->depth = parent ? parent->depth + 1 : 0;
  frame->local_at = parent ? (parent->local_at + parent->function->local_bytes + 15) / 16 * 16 : 0;
  constexpr std::size_t alignment = 64;
  frame->storage.reset(new std::uint8_t[2 * function.register_bytes + alignment]);
  const auto at = reinterpret_cast<std::uintptr_t>(frame->storage.get());
  frame->registers = frame->storage.get() + (alignment - at % alignment) % alignment;
  std::memset(frame->registers, 0, function.constants_at);
  std::memcpy(frame->registers + function.constants_at, function.constants.data(),
              function.constants.size());
  frame->parameters.resize(std::size_t{function.frame_parameter_bytes} * warp_lanes);
  frame->local.resize(std::size_t{function.local_bytes} * warp_lanes);
  prepare(*frame);
  if (parent) ++parent->groups;
  frames.push_back(std::move(frame));
  return frames.back().get();
}

void Warp::prepare(Frame& frame) {
  const Function& function = *frame.function;
  const Extent at_block = launch->grid.at(block->number);
  Extent threads[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    threads[lane] = launch->block.at(index * warp_lanes + lane);
  for (const auto& [special, at] : function.specials) {
    auto* values = reinterpret_cast<std::uint32_t*>(frame.registers + at);
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      values[lane] = special_value(special, *this, lane, threads[lane], at_block);
  }
  for (const auto& [at, offset] : function.local_addresses) {
    auto* values = reinterpret_cast<std::uint64_t*>(frame.registers + at);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) values[lane] = frame.local_at + offset;
  }
  frame.local_written.assign(frame.local.size() + 8, never_written);
  frame.undefined.reset();
}

void Warp::drop(Frame* frame) {
  while (frame && --frame->groups == 0 && frame->parent) {
    Frame* const parent = frame->parent;
    const auto place = std::find_if(frames.begin(), frames.end(),
                                    [frame](const auto& open) { return open.get() == frame; });
    frames.erase(place);
    frame = parent;
  }
}

bool Warp::ready() const {
  return std::any_of(groups.begin(), groups.end(),
                     [](const Group& group) { return group.state == Group::State::ready; });
}

// A group goes round a loop: one that spins lets others go on.
void Warp::came_back(std::uint32_t to) {
  if (launch->all_spin) return;
  const auto first = static_cast<std::size_t>(__builtin_ctz(group_mask));
  if (loops_.size() <= first) loops_.resize(first + 1);
  if (loops_[first].came_back(*this, to)) yield();
}

bool Warp::spins() const {
  return std::all_of(groups.begin(), groups.end(), [this](const Group& group) {
    const auto first = static_cast<std::size_t>(__builtin_ctz(group.mask));
    return group.state != Group::State::ready ||
           (first < loops_.size() && loops_[first].spins(group.mask, launch->changes));
  });
}

std::uint64_t Warp::run(std::uint64_t budget) {
  std::uint64_t issued = 0;
  std::size_t yielded = 0;  // groups in a row
  while (issued < budget && !launch->failed && yielded <= groups.size()) {
    std::size_t index = pick();
    if (index == none) break;
    index = merge(index);
    const std::uint64_t turn = std::min(slice, budget - issued);
    if (groups[index].frame->undefined) forget_if_defined(*groups[index].frame);
    issued += groups[index].frame->undefined ? run_group<true>(index, turn)
                                             : run_group<false>(index, turn);
    yielded = budget_ == 0 ? yielded + 1 : 0;
  }
  return issued;
}

// Lowest or highest instruction first, or in turn; deeper calls go before their callers.
std::size_t Warp::pick() {
  const std::uint64_t policy = launch->options.seed % 3;
  const bool oldest = policy == 2 || (groups.size() > 1 && turns_ % fair_turn == fair_turn - 1);
  ++turns_;
  std::size_t best = none;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    if (group.state != Group::State::ready) continue;
    if (best == none) {
      best = i;
      continue;
    }
    const Group& other = groups[best];
    bool first = false;
    if (oldest)
      first = group.last_turn < other.last_turn;
    else if (group.frame->depth != other.frame->depth)
      first = group.frame->depth > other.frame->depth;
    else
      first = policy == 0 ? group.pc < other.pc : group.pc > other.pc;
    if (first) best = i;
  }
  if (best != none) groups[best].last_turn = turns_;
  return best;
}

// Takes in the groups that stand where this one does.
std::size_t Warp::merge(std::size_t index) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == index || groups[i].frame != groups[index].frame || groups[i].pc != groups[index].pc ||
        groups[i].state == Group::State::at_barrier)
      continue;
    groups[index].mask |= groups[i].mask;
    groups[index].met = std::max(groups[index].met, groups[i].met);
    groups[index].synced = std::max(groups[index].synced, groups[i].synced);
    groups[index].used = std::max(groups[index].used, groups[i].used);
    drop(groups[i].frame);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(i));
    if (i < index) --index;
    --i;
  }
  return index;
}

// The nearest instruction ahead at which another group of this frame stands.
std::uint32_t Warp::next_meeting(const Group& group) const {
  std::uint32_t nearest = nowhere;
  for (const Group& other : groups)
    if (&other != &group && other.frame == group.frame && other.pc > group.pc &&
        other.state != Group::State::at_barrier)
      nearest = std::min(nearest, other.pc);
  return nearest;
}

template <bool tracked>
std::uint64_t Warp::run_group(std::size_t index, std::uint64_t budget) {
  std::uint64_t issued = 0;
  frame = groups[index].frame;
  registers = frame->registers;
  counts = launch->counts->of(*frame->function);
  group_mask = groups[index].mask;
  const Inst* const code = frame->function->code.data();
  std::uint32_t meeting = next_meeting(groups[index]);
  pc = groups[index].pc;
  used = groups[index].used;
  const unsigned active = lanes_in(group_mask);
  budget_ = budget;
  while (issued < budget_) {
    const Inst& inst = code[pc];
    Mask mask = group_mask;
    if (inst.guard != nowhere) {
      const Mask guard = *lanes<Mask>(inst.guard);
      mask &= inst.guard_negated ? ~guard : guard;
    }
    if constexpr (tracked) check_uses(*this, inst, mask);
    if (inst.flow == Flow::meet || inst.flow == Flow::barrier) {
      groups[index].pc = pc;
      if (mask && !(inst.flow == Flow::meet ? meets(groups[index], inst, mask)
                                            : arrives(index, inst, mask)))
        break;
      if (inst.flow == Flow::meet) groups[index].synced = pc + 1;
    }
    if (inst.flow == Flow::cluster && mask && !waits_at_cluster(*this, inst, mask)) {
      groups[index].state = Group::State::at_cluster;
      break;
    }
    ++issued;
    InstCount& count = counts[pc];
    ++count.issued;
    count.active += active;
    count.executed += mask == group_mask ? active : lanes_in(mask);
    if (inst.flow == Flow::next || inst.flow == Flow::meet || inst.flow == Flow::cluster) {
      if constexpr (tracked) {
        if (mask) spread(*this, inst, mask);
      }
      if (mask) inst.run(*this, inst, mask);
      if (++pc == meeting) break;
      continue;
    }
    if (inst.flow == Flow::branch && (mask == 0 || mask == group_mask) && groups.size() == 1) {
      const bool back = mask && inst.target <= pc;
      pc = mask ? inst.target : pc + 1;
      if (back) came_back(pc);
      continue;
    }
    groups[index].pc = pc;
    groups[index].used = used;
    launch->issued += issued;
    transfer(index, inst, mask);
    return issued;
  }
  launch->issued += issued;
  groups[index].pc = pc;
  groups[index].used = used;
  return issued;
}

// Whatever changes groups: branches that part them, calls, returns, ends, barriers.
bool Warp::transfer(std::size_t index, const Inst& inst, Mask mask) {
  Group& group = groups[index];
  if (mask == 0) {
    ++group.pc;
    return true;
  }
  switch (inst.flow) {
    case Flow::branch:
      if (mask == group.mask) {
        group.pc = inst.target;
        if (inst.target <= pc) came_back(inst.target);
      } else {
        ++counts[pc].divergent;
        ++group.pc;
        part(index, mask, inst.target);
      }
      break;
    case Flow::indexed: {
      const auto& targets = frame->function->lists[inst.target];
      const std::uint32_t* choice = lanes<std::uint32_t>(inst.a);
      const auto target = [&](unsigned lane) {
        return choice[lane] < targets.size() ? targets[choice[lane]] : pc + 1;
      };
      const std::uint32_t first = target(static_cast<unsigned>(__builtin_ctz(mask)));
      Mask together = 0;
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        if (mask >> lane & 1 && target(lane) == first) together |= Mask{1} << lane;
      if (group.mask != mask) part(index, group.mask & ~mask, pc + 1);
      if (mask != together) {  // the others come back to this instruction
        ++counts[pc].divergent;
        part(index, mask & ~together, pc);
      }
      groups[index].pc = first;
      break;
    }
    case Flow::call:
      call(index, inst, mask);
      break;
    case Flow::ret:
      if (frame->parent)
        leave(index, mask);
      else
        exit(index, mask);
      break;
    case Flow::exit:
      exit(index, mask);
      break;
    case Flow::trap:
      add_finding(Fault::trap, *this, inst, static_cast<unsigned>(__builtin_ctz(mask)), "trap");
      launch->failed = true;
      break;
    case Flow::barrier:
      ++group.pc;
      break;  // bar.arrive
    default:
      break;
  }
  return true;
}

// Some lanes go elsewhere, as a group of their own.
void Warp::part(std::size_t index, Mask away, std::uint32_t to) {
  Group other = groups[index];
  other.mask = away;
  other.pc = to;
  other.state = Group::State::ready;
  ++other.frame->groups;
  groups[index].mask &= ~away;
  groups.push_back(other);
}

// Lanes leave a group for good or for another frame; an empty group ends.
void Warp::remove(std::size_t index, Mask mask) {
  groups[index].mask &= ~mask;
  ++groups[index].pc;
  if (groups[index].mask) return;
  Frame* const left = groups[index].frame;
  groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(index));
  drop(left);
}

void Warp::call(std::size_t index, const Inst& inst, Mask mask) {
  const CallSite& site = frame->function->calls[inst.target];
  const Program& program = *frame->function->program;
  std::uint32_t callee = site.callee;
  Mask together = mask;
  if (site.callee_register != nowhere) {
    const std::uint64_t* targets = lanes<std::uint64_t>(site.callee_register);
    if (frame->undefined) check_register(*this, inst, site.callee_register, 8, mask, "is called");
    const std::uint64_t first = targets[__builtin_ctz(mask)];
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (mask >> lane & 1 && targets[lane] != first) together &= ~(Mask{1} << lane);
    const std::uint64_t number = (first - program.functions_at) / between_functions;
    if (program.function_address(number) != first || number >= program.functions.size()) {
      if (was_function(first))
        throw Unsupported("call of a function of another module at " + program.line_of(inst));
      add_finding(Fault::out_of_bounds, *this, inst, static_cast<unsigned>(__builtin_ctz(mask)),
                  "call of what is no function");
      launch->failed = true;
      return;
    }
    callee = static_cast<std::uint32_t>(number);
    if (mask != together) part(index, mask & ~together, pc);
  }
  const Function& function = program.functions[callee];
  if (!function.defined) {
    if (!call_builtin(*this, inst, site, function, together)) launch->failed = true;
    if (groups[index].mask != together) part(index, groups[index].mask & ~together, pc + 1);
    groups[index].pc = pc + 1;
    return;
  }
  if (!function.unsupported.empty()) throw Unsupported(function.unsupported);
  if (overflows(function, inst, together)) {
    launch->failed = true;
    return;
  }
  Frame* const entered = enter(function, frame, inst.target, pc + 1);
  const std::size_t from_size = frame->function->frame_parameter_bytes;
  const std::size_t to_size = function.frame_parameter_bytes;
  for (std::size_t i = 0; i < site.arguments.size() && i < function.parameters.size(); ++i)
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (together >> lane & 1)
        std::memcpy(entered->parameters.data() + lane * to_size + function.parameters[i].offset,
                    frame->parameters.data() + lane * from_size + site.arguments[i].offset,
                    std::min(site.arguments[i].bytes, function.parameters[i].bytes));
  if (frame->undefined)
    pass_undefined(*frame, site.arguments, *entered, function.parameters, together);
  Group inner;
  inner.mask = together;
  inner.frame = entered;
  ++entered->groups;
  groups.push_back(inner);
  remove(index, together);
}

void Warp::leave(std::size_t index, Mask mask) {
  Frame* const parent = frame->parent;
  const Function& function = *frame->function;
  const CallSite& site = parent->function->calls[frame->call_site];
  const std::size_t from_size = function.frame_parameter_bytes;
  const std::size_t to_size = parent->function->frame_parameter_bytes;
  for (std::size_t i = 0; i < site.results.size() && i < function.results.size(); ++i)
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (mask >> lane & 1)
        std::memcpy(parent->parameters.data() + lane * to_size + site.results[i].offset,
                    frame->parameters.data() + lane * from_size + function.results[i].offset,
                    std::min(site.results[i].bytes, function.results[i].bytes));
  if (frame->undefined) pass_undefined(*frame, function.results, *parent, site.results, mask);
  Group outer;
  outer.mask = mask;
  outer.pc = frame->return_to;
  outer.frame = parent;
  if (groups[index].used) outer.used = outer.pc;  // it was the call that did
  ++parent->groups;
  groups.push_back(outer);
  remove(index, mask);
}

// Whether a function that calls itself goes beyond the stack of a thread; that of all others is as
// large as they need.
bool Warp::overflows(const Function& function, const Inst& inst, Mask mask) {
  constexpr std::uint64_t least_frame = 8;  // where to return to
  bool again = false;
  for (const Frame* open = frame; open && !again; open = open->parent)
    again = open->function == &function;
  const std::uint64_t needs = frame->local_at + frame->function->local_bytes +
                              function.local_bytes + least_frame * (frame->depth + 1);
  if (!again || needs <= launch->stack_limit) return false;
  add_finding(Fault::stack_overflow, *this, inst, static_cast<unsigned>(__builtin_ctz(mask)),
              "calls a function that calls itself, " + std::to_string(frame->depth + 1) +
                  " deep: " + std::to_string(needs) + " bytes of stack at least, of " +
                  std::to_string(launch->stack_limit));
  return true;
}

// Whether lanes came past an instruction at which others meet: they used memory at one that follows
// it, and did not meet anybody there or behind.
bool Warp::came_past(const Ended& lanes, const Function& function, std::uint32_t at) const {
  const Inst& inst = function.code[at];
  const std::uint32_t since = inst.flow == Flow::barrier ? lanes.met : lanes.synced;
  return since <= at && lanes.used > at + 1 && follows(function, at, lanes.used - 1);
}

void Warp::exit(std::size_t index, Mask mask) {
  if (!bulk_copies.empty()) finish_bulk_copies(*this, mask);
  const Group& group = groups[index];
  if (group.used && !frame->parent) ended.push_back({mask, group.met, group.synced, group.used});
  live &= ~mask;
  if (block->cluster) leave_cluster(*this, mask);
  launch->changed();
  remove(index, mask);
  for (Group& group : groups)  // who waits for these lanes waits no more
    if (group.state == Group::State::meeting) group.state = Group::State::ready;
}

}  // namespace emu
