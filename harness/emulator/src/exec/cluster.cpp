#include "exec/cluster.hpp"

#include <algorithm>

#include "check/races.hpp"
#include "exec/place.hpp"

namespace emu {
namespace {

bool in(Mask mask, unsigned lane) { return mask >> lane & 1; }

}  // namespace

void Cluster::release() {
  std::uint32_t live = 0;
  for (const Block* block : blocks)
    for (const Warp& warp : block->warps) live += lanes_in(warp.live);
  if (arrived == 0 || arrived < live) return;
  ++phase;
  arrived = 0;
  for (Block* block : blocks)
    for (Warp& warp : block->warps)
      for (Group& group : warp.groups)
        if (group.state == Group::State::at_cluster) group.state = Group::State::ready;
}

std::uint32_t rank_in_cluster(const Launch& launch, const Extent& block) {
  const Extent& cluster = launch.cluster;
  return (block.z % cluster.z * cluster.y + block.y % cluster.y) * cluster.x + block.x % cluster.x;
}

Cluster& cluster_of(Block& block) {
  if (!block.cluster) block.launch->new_cluster(block.number, {&block});
  return *block.cluster;
}

Block* reached_in_cluster(Block& from, std::uint64_t& address) {
  const std::uint64_t rank = address >> rank_at;
  const Cluster& cluster = cluster_of(from);
  if (rank > cluster.blocks.size()) return nullptr;
  address &= in_block;
  return cluster.blocks[rank - 1];
}

void arrive_at_cluster(Warp& warp, const Inst& inst, Mask mask) {
  Cluster& cluster = cluster_of(*warp.block);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (warp.cluster_arrived[lane] != warp.cluster_waited[lane]) {
      add_finding(Fault::barrier_count, warp, inst, lane,
                  "arrives at the barrier of the cluster and has not waited for the last phase");
      continue;
    }
    ++cluster.arrived;
    warp.cluster_arrived[lane] = cluster.phase + 1;
    if (warp.launch->options.races && inst.release)
      races::strong_write(*warp.clock, lane, cluster.key(cluster.phase), true, true);
  }
  warp.launch->changed();
  cluster.release();
}

bool waits_at_cluster(Warp& warp, const Inst& inst, Mask mask) {
  const Cluster& cluster = cluster_of(*warp.block);
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane) && warp.cluster_arrived[lane] > cluster.phase) return false;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (warp.cluster_arrived[lane] == warp.cluster_waited[lane])
      add_finding(Fault::barrier_count, warp, inst, lane,
                  "waits at the barrier of the cluster and has not arrived");
    warp.cluster_waited[lane] = warp.cluster_arrived[lane];
    if (warp.launch->options.races && inst.acquire)
      races::strong_read(*warp.clock, lane, cluster.key(warp.cluster_arrived[lane] - 1), true);
  }
  if (warp.launch->options.races) races::lanes_met(*warp.clock, mask);
  return true;
}

void leave_cluster(Warp& warp, Mask ending) {
  Cluster& cluster = *warp.block->cluster;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(ending, lane) && warp.cluster_arrived[lane] > cluster.phase) --cluster.arrived;
  cluster.release();
}

void map_to_rank(Warp& warp, const Inst& inst, Mask mask) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::uint64_t rank = warp.lanes<std::uint32_t>(inst.b)[lane];
    const std::uint64_t place = (rank + 1) << rank_at;
    if (inst.bytes == 4) {
      const std::uint32_t from = warp.lanes<std::uint32_t>(inst.a)[lane];
      warp.lanes<std::uint32_t>(inst.d)[lane] =
          static_cast<std::uint32_t>(place | (from & in_block));
    } else {
      const std::uint64_t from = warp.lanes<std::uint64_t>(inst.a)[lane];
      const std::uint64_t window = from - shared_window < window_bytes ? shared_window : 0;
      warp.lanes<std::uint64_t>(inst.d)[lane] = window + (place | ((from - window) & in_block));
    }
  }
}

void rank_of_address(Warp& warp, const Inst& inst, Mask mask) {
  const std::uint32_t own = rank_in_cluster(*warp.launch, warp.launch->grid.at(warp.block->number));
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint64_t from = inst.bytes == 4 ? warp.lanes<std::uint32_t>(inst.a)[lane]
                                         : warp.lanes<std::uint64_t>(inst.a)[lane];
    if (from - shared_window < window_bytes) from -= shared_window;
    const auto rank = static_cast<std::uint32_t>(from >> rank_at);
    warp.lanes<std::uint32_t>(inst.d)[lane] = rank ? rank - 1 : own;
  }
}

}  // namespace emu
