#include "exec/launch.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "check/races.hpp"
#include "exec/cluster.hpp"

namespace emu {
namespace {

constexpr std::uint64_t warp_turn = 20000;  // instructions
constexpr std::uint64_t block_turn = 1000000;
constexpr std::uint64_t shared_turn = 50000;  // of a block, once others run too
constexpr std::uint64_t short_turn = 500;
constexpr std::uint64_t never = ~std::uint64_t{0};
// More may be found behind what would end a launch on a GPU, but that need not come to an end.
constexpr std::uint64_t most_behind_fatal = 1 << 20;

enum class Order : std::uint8_t { in_turn, interleaved, reversed, random };

std::uint64_t next_launch = 0;

std::string where_warps_are(const Block& block) {
  std::string text;
  unsigned told = 0;
  for (const Warp& warp : block.warps)
    for (const Group& group : warp.groups) {
      if (++told > 4) return text + ", ...";
      const Inst& inst = group.frame->function->code[group.pc];
      const std::string source = group.frame->function->program->source(inst.source);
      text += (told > 1 ? ", " : "") + std::string("warp ") + std::to_string(warp.index) + " (" +
              std::to_string(__builtin_popcount(group.mask)) +
              (group.state == Group::State::ready ? " lanes) runs" : " lanes) waits") + " at " +
              group.frame->function->program->line_of(inst) +
              (source.empty() ? "" : " (" + source + ")");
    }
  return text;
}

}  // namespace

bool Block::finished() const {
  return std::all_of(warps.begin(), warps.end(), [](const Warp& warp) { return warp.finished(); });
}

bool Block::spins() const {
  return std::all_of(warps.begin(), warps.end(), [](const Warp& warp) { return warp.spins(); });
}

bool Block::release_barriers() {
  bool any = false;
  for (std::size_t id = 0; id < barriers.size(); ++id) {
    Barrier& barrier = barriers[id];
    if (barrier.arrived == 0) continue;
    if (barrier.expected) {
      if (barrier.arrived < barrier.expected) continue;
    } else {
      const auto waits = [id](const Group& group) {
        return group.state == Group::State::at_barrier && group.barrier == id;
      };
      const bool all = std::all_of(warps.begin(), warps.end(), [&](const Warp& warp) {
        return warp.finished() || std::all_of(warp.groups.begin(), warp.groups.end(), waits);
      });
      if (!all) continue;
    }
    for (Warp& warp : warps)
      for (Group& group : warp.groups) {
        if (group.state != Group::State::at_barrier || group.barrier != id) continue;
        const Inst& inst = group.frame->function->code[group.pc];
        if (inst.d != nowhere) {
          auto* d = reinterpret_cast<std::uint32_t*>(group.frame->registers + inst.d);
          if (inst.barring == Barring::count) {
            for (unsigned lane = 0; lane < warp_lanes; ++lane)
              if (group.mask >> lane & 1) d[lane] = barrier.votes;
          } else {
            *d = (*d & ~group.mask) |
                 ((inst.barring == Barring::all ? barrier.all : barrier.any) & group.mask);
          }
        }
        group.state = Group::State::ready;
        ++group.pc;
        group.met = group.synced = group.pc;
        group.used = 0;
      }
    if (launch->options.races) races::warps_met(clocks, barrier.warps);
    barrier = Barrier();
    any = true;
  }
  return any;
}

Launch::Launch() = default;
Launch::~Launch() = default;

void Launch::new_cluster(std::uint64_t first, std::vector<Block*> blocks) {
  clusters_.push_back(std::make_unique<Cluster>());
  Cluster* const made = clusters_.back().get();
  made->first = first;
  made->blocks = std::move(blocks);
  for (Block* block : made->blocks) block->cluster = made;
}

std::unique_ptr<Block> Launch::new_block() {
  if (spare_.empty()) return std::make_unique<Block>();
  std::unique_ptr<Block> block = std::move(spare_.back());
  spare_.pop_back();
  return block;
}

// All blocks of a cluster; a launch without clusters has them of one block.
void Launch::start_cluster(std::uint64_t number, std::deque<std::unique_ptr<Block>>& running) {
  const Extent clusters{grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  const Extent at = clusters.at(number);
  std::vector<Block*> blocks;
  for (std::uint64_t rank = 0; rank < cluster.size(); ++rank) {
    const Extent in = cluster.at(rank);
    const std::uint64_t x = at.x * cluster.x + in.x, y = at.y * cluster.y + in.y,
                        z = at.z * cluster.z + in.z;
    running.push_back(new_block());
    start(*running.back(), (z * grid.y + y) * grid.x + x);
    blocks.push_back(running.back().get());
  }
  const std::uint64_t first = blocks.front()->number;
  if (blocks.size() > 1) new_cluster(first, std::move(blocks));
}

// Its shared memory stays as long as others of its cluster run.
void Launch::end(std::unique_ptr<Block> block) {
  Cluster* const of = block->cluster;
  if (!of) return spare_.push_back(std::move(block));
  of->ended.push_back(std::move(block));
  if (of->ended.size() < of->blocks.size()) return;
  for (auto& one : of->ended) spare_.push_back(std::move(one));
  of->ended.clear();
}

void Launch::start(Block& block, std::uint64_t number) {
  block.launch = this;
  block.cluster = nullptr;
  block.number = number;
  block.spun_at = never;
  const std::size_t own = (kernel->shared_room + dynamic_shared + 15) / 16 * 16;
  const std::size_t bytes =
      kernel->uses_reserved ? own + reserved_bytes : kernel->shared_room + dynamic_shared;
  block.shared.resize(bytes);
  block.shared_written.assign(options.uninitialised ? bytes + 8 : 0, 0);
  if (kernel->uses_reserved) {
    std::memset(block.shared.data() + own, 0, reserved_bytes);
    if (options.uninitialised) std::memset(block.shared_written.data() + own, 1, reserved_bytes);
  }
  block.bulk_copies.clear();
  block.shared_cells.assign(options.races ? bytes / 4 + 4 : 0, Cell());
  block.barriers.fill(Barrier());
  block.warps.resize(warps_a_block);
  block.clocks.begin(clocks, number, options.races);
  std::uint64_t threads = this->block.size();
  for (std::uint32_t index = 0; index < warps_a_block; ++index) {
    Warp& warp = block.warps[index];
    warp.block = &block;
    warp.launch = this;
    warp.index = index;
    warp.clock = &block.clocks.warps[index];
    const std::uint64_t mine = std::min<std::uint64_t>(threads, warp_lanes);
    threads -= mine;
    warp.start(mine == warp_lanes ? all_lanes : (Mask{1} << mine) - 1);
  }
}

// Lets the warps of a block run for a while.  True when it has finished.
bool Launch::advance(Block& block, std::uint64_t budget) {
  const std::uint64_t turn_of_warp = std::min(warp_turn, budget);
  std::uint64_t spent = 0;
  while (spent < budget && !failed) {
    std::uint64_t issued_now = 0;
    for (Warp& warp : block.warps) {
      if (warp.finished() || !warp.ready()) continue;
      const std::uint64_t looked = looks;
      const std::uint64_t of_warp = warp.run(turn_of_warp);
      issued_now += of_warp;
      if (looks != looked) idle += of_warp;  // who only computes does not wait
      if (failed) return true;
    }
    spent += issued_now;
    if (findings->fatal()) behind_fatal += issued_now;
    if (behind_fatal > most_behind_fatal) failed = true;
    if (failed || block.finished()) return true;
    const bool released = block.release_barriers();
    if (released) changed();
    if (!released && std::none_of(block.warps.begin(), block.warps.end(),
                                  [](const Warp& warp) { return warp.ready(); })) {
      bool parted = false, masked = false;
      for (const Warp& warp : block.warps)
        for (const Group& group : warp.groups) {
          if (group.state == Group::State::at_cluster) return false;  // other blocks have to come
          if (group.state != Group::State::meeting) continue;
          parted = true;
          masked |= group.frame->function->code[group.pc].kind != Class::barrier;
        }
      if (masked)
        findings->add(Fault::lane_mask,
                      "kernel " + demangled(kernel->name) +
                          ": a mask names lanes that wait elsewhere: " + where_warps_are(block));
      findings->add(parted ? Fault::divergent_barrier : Fault::endless_wait,
                    "kernel " + demangled(kernel->name) + ": " +
                        (parted ? "lanes wait that never meet: "
                                : "a barrier waits for threads that never come: ") +
                        where_warps_are(block));
      failed = true;
      return true;
    }
    if (idle > options.stall_limit) {
      stuck(block);
      return true;
    }
    if (!released && !all_spin && block.spins()) return false;
  }
  return block.finished();
}

void Launch::stuck(const Block& block) {
  findings->add(Fault::endless_wait,
                "kernel " + demangled(kernel->name) + ": no progress: " + where_warps_are(block));
  failed = true;
}

void Launch::run() {
  warps_a_block = static_cast<std::uint32_t>((block.size() + warp_lanes - 1) / warp_lanes);
  clocks.warps_a_block = warps_a_block;
  clocks.warps = static_cast<std::uint32_t>(grid.size()) * warps_a_block;
  const NumberRange numbers = next_numbers(clocks.warps);
  clocks.first_warp = numbers.first;
  clocks.last_warp = numbers.last;
  id = ++next_launch;
  ++counts->launches;
  counts->blocks += grid.size();
  counts->threads += grid.size() * block.size();
  const LaunchKind kind{grid.size(), block.size(), kernel->shared_bytes + dynamic_shared};
  if (counts->kinds.size() < KernelCounts::most_kinds || counts->kinds.count(kind))
    ++counts->kinds[kind];
  if (beyond) beyond->footprint.begin();
  random.seed(options.seed);
  const auto order = static_cast<Order>(options.seed % 4);

  const std::uint64_t clusters = grid.size() / cluster.size();
  std::vector<std::uint32_t> shuffled;
  if (order == Order::random) {
    shuffled.resize(clusters);
    std::iota(shuffled.begin(), shuffled.end(), 0u);
    for (std::uint64_t i = clusters; i > 1; --i) std::swap(shuffled[i - 1], shuffled[random() % i]);
  }
  const auto number = [&](std::uint64_t i) {
    return order == Order::reversed ? clusters - 1 - i : order == Order::random ? shuffled[i] : i;
  };
  const std::uint64_t budget = order == Order::interleaved ? short_turn : block_turn;
  // One block after the other while they need no other; those that take long share with the next.
  const std::uint64_t at_once =
      order == Order::interleaved ? std::min<std::uint64_t>(resident, 8) : 1;

  std::deque<std::unique_ptr<Block>> running;
  std::uint64_t started = 0;
  std::uint64_t wanted = at_once;
  std::uint64_t spinning = 0;  // blocks that do, since the last change
  while ((started < clusters || !running.empty()) && !failed) {
    while (started < clusters && running.size() < wanted) start_cluster(number(started++), running);
    std::unique_ptr<Block> turn_of = std::move(running.front());
    running.pop_front();
    const std::uint64_t turn_length = std::min(
        running.empty() ? budget : std::min(budget, shared_turn), options.stall_limit / 16);
    const std::uint64_t before = changes;
    const bool over = advance(*turn_of, turn_length);
    const bool spins = !over && turn_of->spins();
    if (changes != before) {
      all_spin = false;
      spinning = 0;
    }
    if (spins && std::exchange(turn_of->spun_at, changes) != changes) ++spinning;
    if (over) {
      changed();
      end(std::move(turn_of));
      wanted = std::max(at_once, std::min<std::uint64_t>(wanted, running.size() + 1));
    } else {
      running.push_back(std::move(turn_of));
      wanted = std::min<std::uint64_t>(resident, running.size() + 1);
    }
    if (failed || spinning < running.size() || (started < clusters && running.size() < wanted))
      continue;
    // Only the host could still help, if it shares memory: it gets the time that threads get.
    if (memory->shares())
      all_spin = true;
    else if (!running.empty())
      stuck(*running.back());
  }
}

}  // namespace emu
