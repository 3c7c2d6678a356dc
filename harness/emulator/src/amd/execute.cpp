// Waves, groups and dispatches: what begins them, takes turns and ends.
#include <algorithm>
#include <deque>
#include <numeric>
#include <thread>

#include "amd/wave.hpp"
#include "exec/accessor.hpp"

namespace emu::amd {
namespace {

constexpr std::uint64_t wave_turn = 5000;  // instructions
constexpr std::uint64_t group_turn = 200000;
constexpr std::uint64_t short_turn = 500;
// More may be found behind what would end a launch on a GPU, but that need not come to an end.
constexpr std::uint64_t most_behind_fatal = 1 << 20;
// Rounding to even, denormals kept, clamping of NaN and IEEE on: what compilers ask for.
constexpr std::uint32_t mode_mask = 0x002ff000u, mode_known = 0x002f0000u;

constexpr std::uint64_t most_quiet = 100000;  // turns of groups that all sleep or poll

enum class Turns : std::uint8_t { in_turn, interleaved, reversed, random };

constexpr std::uint64_t rounded_up(std::uint64_t x, std::uint64_t to) {
  return (x + to - 1) / to * to;
}

Extent groups_of(const Dispatch& dispatch) {
  const auto along = [](std::uint32_t all, std::uint32_t one) { return (all + one - 1) / one; };
  return {along(dispatch.grid.x, dispatch.group.x), along(dispatch.grid.y, dispatch.group.y),
          along(dispatch.grid.z, dispatch.group.z)};
}

std::uint32_t word_at(const std::uint8_t* descriptor, unsigned offset) {
  std::uint32_t value = 0;
  std::memcpy(&value, descriptor + offset, sizeof value);
  return value;
}

std::string triple(const Extent& e) {
  return "(" + std::to_string(e.x) + "," + std::to_string(e.y) + "," + std::to_string(e.z) + ")";
}

/// Fills registers from the first on, as a wave begins.
struct Initial {
  Wave& wave;
  unsigned next = 0;

  void word(std::uint32_t value) { wave.set(next++, value); }
  void address(std::uint64_t value) {
    word(static_cast<std::uint32_t>(value));
    word(static_cast<std::uint32_t>(value >> 32));
  }
};

}  // namespace

std::uint64_t Dispatch::groups() const { return groups_of(*this).size(); }

std::uint64_t Dispatch::scratch_needed() const {
  const std::uint64_t piece = rounded_up(std::uint64_t{private_bytes} * lanes, 1024);
  return piece * waves_a_group() * std::min<std::uint64_t>(resident, groups());
}

void Wave::set(unsigned reg, std::uint32_t value, std::uint32_t undefined) {
  if (reg >= scalar::registers) return;
  if (rest_operations.under_way(s_writer[reg])) scalar_used_too_early(reg);
  if (reg >= scalar::exec && undefined) {
    found_undefined(0, "decides which lanes execute");
    undefined = 0;
  }
  s[reg] = value;
  s_undefined[reg] = undefined;
}

void Wave::set_pair(unsigned reg, std::uint64_t value, std::uint64_t undefined) {
  set(reg, static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(undefined));
  set(reg + 1, static_cast<std::uint32_t>(value >> 32),
      static_cast<std::uint32_t>(undefined >> 32));
}

void Wave::found(Fault fault, unsigned lane, const std::string& detail) {
  const Execution& run = *execution;
  const Function& function = run.code.function_at(pc);
  // GCC links its runtime into each code object.
  static const std::string of_gcc = "libgomp", of_others;
  const std::string& unit = run.code.object().of_gcc ? of_gcc : of_others;
  const Site site{&function, static_cast<std::uint32_t>(pc - run.code.object().address),
                  &function.name, &unit};
  run.machine.findings->add(fault, site, detail, [&] {
    const Extent& shape = run.dispatch.group;
    const Extent item = shape.at(std::uint64_t{index} * lanes + lane);
    return "kernel " + demangled(run.kernel.name) + ", " + run.code.place(pc) + " (" +
           std::string(run.code.at(pc).name) + "): group " + triple(group->id) + " wave " +
           std::to_string(index) + " lane " + std::to_string(lane) + ", work-item " + triple(item);
  });
}

void Wave::found_undefined(unsigned lane, const std::string& use) {
  if (execution->machine.options.uninitialised)
    found(Fault::uninitialised, lane, "a value that nobody wrote " + use);
}

void Wave::end() {
  ended = yields = true;
  execution->changed();
}

Decoded Wave::indexed(const Decoded& inst) const {
  Decoded moved = inst;
  const std::uint32_t by = s[scalar::m0] & 255, which = s[scalar::m0] >> 12;
  for (unsigned i = 0; i < 3; ++i)
    if (which >> i & 1 && inst.s[i] >= first_vector)
      moved.s[i] = static_cast<Source>(inst.s[i] + by);
  if (which >> 3 & 1) moved.d = static_cast<std::uint16_t>(inst.d + by);
  return moved;
}

std::uint64_t Wave::run(std::uint64_t budget) {
  Execution& run = *execution;
  const bool counting = run.machine.options.counts;
  yields = false;
  std::uint64_t done = 0;
  while (done < budget && !yields) {
    const Decoded& inst = run.code.at(pc);
    next = pc + inst.bytes();
    active = exec();
    tainted = 0;
    if (counting) {
      InstCount& count = *run.count(inst);
      const unsigned taking_part = inst.family <= Family::smem ? 1 : lanes_in(active);
      ++count.issued;
      count.active += taking_part;
      count.executed += taking_part;
    }
    ++run.issued;
    if (inst.counts) issue(inst);
    if (indexes && inst.family >= Family::vop1 && inst.family <= Family::vop3p)
      inst.run(*this, indexed(inst));
    else
      inst.run(*this, inst);
    pc = next;
    ++done;
  }
  return done;
}

bool Group::finished() const {
  return std::all_of(waves.begin(), waves.end(), [](const Wave& wave) { return wave.ended; });
}

bool Group::sleeps() const {
  return std::all_of(waves.begin(), waves.end(),
                     [](const Wave& wave) { return wave.ended || wave.slept || wave.at_barrier; });
}

bool Group::release_barrier() {
  bool waits = false;
  for (const Wave& wave : waves) {
    if (!wave.ended && !wave.at_barrier) return false;
    waits |= wave.at_barrier;
  }
  if (waits && clocks.launch) execution->order.met(*this);
  for (Wave& wave : waves) wave.at_barrier = false;
  return waits;
}

Execution::Execution(const Dispatch& what, const Machine& where)
    : dispatch(what), machine(where), code(*what.code), kernel(what.code->kernel(what.descriptor)) {
  const std::uint8_t* descriptor = machine.memory->data(dispatch.descriptor);
  std::uint64_t to_entry = 0;
  std::memcpy(&to_entry, descriptor + 16, sizeof to_entry);
  entry = dispatch.descriptor + to_entry;
  resources_3 = word_at(descriptor, 44);
  resources_1 = word_at(descriptor, 48);
  resources_2 = word_at(descriptor, 52);
  properties = word_at(descriptor, 56) & 0xffff;
  registers = code.registers(dispatch.descriptor);
  if (code.architecture() == Architecture::gfx90a) accumulation = ((resources_3 & 63) + 1) * 4;
  if ((resources_1 & mode_mask) != mode_known)
    throw Unsupported("a floating-point mode other than that of compilers");
  piece = rounded_up(std::uint64_t{dispatch.private_bytes} * lanes, 1024);
  if (dispatch.scratch_bytes < dispatch.scratch_needed())
    throw Unsupported("less scratch memory than the kernel needs");
  const auto waves = static_cast<std::uint32_t>(dispatch.groups() * dispatch.waves_a_group());
  order.begin(waves, static_cast<std::uint32_t>(dispatch.waves_a_group()), code.object().of_gcc);
}

InstCount* Execution::count(const Decoded& inst) {
  if (inst.function >= counts.size()) counts.resize(inst.function + 1);
  InstCount*& entries = counts[inst.function];
  if (!entries) entries = machine.counts->of(kernel.program->functions[inst.function]);
  return entries + inst.index;
}

void Execution::start(Wave& wave, Group& group, std::uint32_t index) {
  wave.execution = this;
  wave.group = &group;
  wave.index = index;
  wave.pc = entry;
  wave.ended = wave.at_barrier = wave.slept = wave.indexes = false;
  wave.vector_operations = wave.rest_operations = {};
  wave.v_writer.fill({});
  wave.s_writer.fill(0);
  wave.scc = false;
  wave.scc_undefined = true;
  wave.s.fill(0xcbcbcbcbu);
  wave.s_undefined.fill(~0u);
  wave.v.resize(std::size_t{vector_registers} * lanes);
  std::fill_n(wave.v.begin(), std::size_t{registers} * lanes, 0xcbcbcbcbu);
  wave.v_undefined.assign(vector_registers, every_lane);

  wave.scratch = dispatch.scratch + piece * (group.slot * group.waves.size() + index);
  if (piece) machine.memory->mark(wave.scratch, piece, allocated);
  const std::uint64_t area = dispatch.scratch;
  const auto offset = static_cast<std::uint32_t>(wave.scratch - area);
  Initial registers{wave};
  if (properties & 1) {  // swizzled by lane, four bytes each: section 9 of the ABI for AMD GPUs
    registers.address(area | std::uint64_t{1} << 63);
    registers.word(0xffffffffu);
    registers.word(1u << 23 | 3u << 21 | 1u << 19);
  }
  if (properties & 2) registers.address(dispatch.packet);
  if (properties & 4) registers.address(dispatch.queue);
  if (properties & 8) registers.address(dispatch.arguments);
  if (properties & 16) registers.address(dispatch.id);
  if (properties & 32) registers.address(area);
  if (properties & 64) registers.word(dispatch.private_bytes);
  if (registers.next > (resources_2 >> 1 & 31)) throw Unsupported("more user registers than told");
  registers.next = resources_2 >> 1 & 31;
  if (resources_2 & 1 << 7) registers.word(group.id.x);
  if (resources_2 & 1 << 8) registers.word(group.id.y);
  if (resources_2 & 1 << 9) registers.word(group.id.z);
  if (resources_2 & 1 << 10) registers.word(0);
  if (resources_2 & 1) registers.word(offset);

  // Work-items of a group that the grid cuts off do not exist.
  const Extent& shape = dispatch.group;
  LaneMask exec = 0;
  const bool packed = code.architecture() == Architecture::gfx90a;
  const unsigned ids = packed ? 1 : 1 + (resources_2 >> 11 & 3);
  for (unsigned reg = 0; reg < ids; ++reg) wave.v_undefined[reg] = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t number = std::uint64_t{index} * lanes + lane;
    const Extent item = shape.at(number);
    if (number < shape.size() && group.id.x * shape.x + item.x < dispatch.grid.x &&
        group.id.y * shape.y + item.y < dispatch.grid.y &&
        group.id.z * shape.z + item.z < dispatch.grid.z)
      exec |= LaneMask{1} << lane;
    if (packed) {
      wave.lanes_of(0)[lane] = item.x | item.y << 10 | item.z << 20;
      continue;
    }
    const std::uint32_t id[3] = {item.x, item.y, item.z};
    for (unsigned reg = 0; reg < std::min(ids, 3u); ++reg) wave.lanes_of(reg)[lane] = id[reg];
  }
  wave.set_pair(scalar::exec, exec);
  if (exec == 0) wave.ended = true;
}

void Execution::start(Group& group, std::uint64_t number, std::uint32_t slot) {
  group.execution = this;
  group.number = number;
  group.id = groups_of(dispatch).at(number);
  group.slot = slot;
  group.shared.assign(dispatch.shared_bytes, 0xcb);
  group.shared_written.assign(dispatch.shared_bytes, 0);
  group.waves.resize(dispatch.waves_a_group());
  for (std::uint32_t index = 0; index < group.waves.size(); ++index)
    start(group.waves[index], group, index);
  if (!machine.options.races) return;
  group.shared_cells.assign((dispatch.shared_bytes + 3) / 4, Cell());
  if (dispatch.groups() * dispatch.waves_a_group() > 1) order.begin(group);
  // GCC's stacks are memory that other waves may use; those of earlier groups lay there, too.
  if (Wave& first = group.waves[0]; piece && code.object().of_gcc)
    std::fill_n(machine.memory->cells(first.scratch), piece * group.waves.size() / 4, Cell());
}

// Lets the waves of a group run for a while.  True when it has finished.
bool Execution::advance(Group& group, std::uint64_t budget) {
  std::uint64_t spent = 0;
  while (spent < budget) {
    const std::uint64_t before = changes;
    std::uint64_t now = 0;
    for (Wave& wave : group.waves) {
      if (wave.ended || wave.at_barrier) continue;
      try {
        const std::uint64_t looked = looks;
        const std::uint64_t of_wave = wave.run(std::min(wave_turn, budget));
        now += of_wave;
        if (looks != looked) idle += of_wave;  // who only computes does not wait
      } catch (const Unsupported& reason) {
        throw Unsupported(std::string(reason.what()) + " at " + code.place(wave.pc));
      }
      if (failed) return true;
    }
    spent += now;
    if (machine.findings->fatal()) behind_fatal += now;
    if (behind_fatal > most_behind_fatal) failed = true;
    if (failed || stopped() || group.finished()) return true;
    if (group.release_barrier()) changed();
    if (changes != before) {
      for (Wave& wave : group.waves) {
        wave.slept = false;
        wave.polls = 0;
      }
    } else if (group.sleeps()) {
      return false;
    }
    if (idle > machine.options.stall_limit) {
      stuck(group, "no progress: ");
      return true;
    }
  }
  return group.finished();
}

void Execution::stuck(const Group& group, const char* why) {
  std::string text;
  unsigned told = 0;
  for (const Wave& wave : group.waves) {
    if (wave.ended || ++told > 4) continue;
    text += (told > 1 ? ", wave " : "wave ") + std::to_string(wave.index) +
            (wave.at_barrier ? " waits at " : " runs at ") + code.place(wave.pc);
  }
  machine.findings->add(Fault::endless_wait, "kernel " + demangled(kernel.name) + ": " + why +
                                                 "group " + triple(group.id) + ": " + text);
  failed = true;
}

End Execution::run() {
  const std::uint64_t total = dispatch.groups();
  KernelCounts& sums = *machine.counts;
  ++sums.launches;
  sums.blocks += total;
  sums.threads += dispatch.grid.size();
  const LaunchKind kind{total, dispatch.group.size(), dispatch.shared_bytes};
  if (sums.kinds.size() < KernelCounts::most_kinds || sums.kinds.count(kind)) ++sums.kinds[kind];
  if (machine.beyond) machine.beyond->footprint.begin();

  std::vector<std::uint64_t> numbers(total);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  const auto turns = static_cast<Turns>(machine.options.seed % 4);
  if (turns == Turns::reversed) std::reverse(numbers.begin(), numbers.end());
  if (turns == Turns::random) {
    std::mt19937_64 random(machine.options.seed);
    for (std::uint64_t i = total; i > 1; --i) std::swap(numbers[i - 1], numbers[random() % i]);
  }
  const auto most = static_cast<std::size_t>(
      std::max<std::uint64_t>(1, std::min<std::uint64_t>(dispatch.resident, total)));
  const std::uint64_t budget = turns == Turns::interleaved ? short_turn : group_turn;
  // One group after the other while they need no other; those that take long share with the next.
  std::size_t wanted = turns == Turns::interleaved ? most : 1;
  std::vector<std::unique_ptr<Group>> spare;
  for (std::size_t slot = most; slot > 0; --slot) {
    spare.push_back(std::make_unique<Group>());
    spare.back()->slot = static_cast<std::uint32_t>(slot - 1);
  }
  std::deque<std::unique_ptr<Group>> running;
  std::uint64_t started = 0, quiet = 0;
  while ((started < total || !running.empty()) && !failed && !stopped()) {
    while (started < total && running.size() < wanted) {
      start(*spare.back(), numbers[started++], spare.back()->slot);
      running.push_back(std::move(spare.back()));
      spare.pop_back();
    }
    std::unique_ptr<Group> group = std::move(running.front());
    running.pop_front();
    const std::uint64_t before = changes, looked = looks;
    if (advance(*group, budget)) {
      spare.push_back(std::move(group));
      quiet = 0;
      continue;
    }
    const bool waits = changes == before && (looks != looked || group->sleeps());
    running.push_back(std::move(group));
    wanted = std::min(most, running.size() + 1);
    quiet = waits ? quiet + 1 : 0;
    if (quiet <= running.size() || (started < total && running.size() < most)) continue;
    // Only the host could still help, if it shares memory: it gets time.
    if (machine.memory->shares()) std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (quiet > most_quiet || idle > machine.options.stall_limit)
      stuck(*running.back(), "no progress: ");
  }
  return failed ? End::failed : stopped() ? End::stopped : End::finished;
}

End execute(const Dispatch& dispatch, const Machine& machine) {
  const std::string name = demangled(dispatch.code->kernel(dispatch.descriptor).name);
  try {
    return Execution(dispatch, machine).run();
  } catch (const Unsupported& reason) {
    throw Unsupported("kernel " + name + ": " + reason.what());
  }
}

}  // namespace emu::amd
