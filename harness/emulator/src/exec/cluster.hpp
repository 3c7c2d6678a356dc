// Blocks of a cluster: they run at the same time, reach the shared memory of one another, and meet
// at a barrier of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exec/launch.hpp"

namespace emu {

/// Where shared memory of the other blocks of a cluster lies: behind rank + 1, shifted so far.
constexpr unsigned rank_at = 24;
constexpr std::uint64_t in_block = (std::uint64_t{1} << rank_at) - 1;

struct Cluster {
  std::uint64_t first = 0;                    // number of its first block
  std::vector<Block*> blocks;                 // by rank
  std::vector<std::unique_ptr<Block>> ended;  // kept as long as others of it run
  std::uint32_t phase = 0;                    // how often all came to the barrier
  std::uint32_t arrived = 0;                  // threads, since then

  /// Where the order of those that arrived for a phase is kept.
  std::uint64_t key(std::uint32_t of_phase) const {
    return std::uint64_t{3} << 62 | first << 24 | (of_phase & in_block);
  }
  /// All threads that live have come: those that wait go on.
  void release();
};

std::uint32_t rank_in_cluster(const Launch& launch, const Extent& block);
/// That of a block; where the launch has none, of it alone.
Cluster& cluster_of(Block& block);
/// The block whose shared memory an address names, which becomes the one there; null: there is
/// none.
Block* reached_in_cluster(Block& from, std::uint64_t& address);
inline Block* reached(Block& from, std::uint64_t& address) {
  return address >> rank_at ? reached_in_cluster(from, address) : &from;
}

/// barrier.cluster.arrive, and what becomes of the barrier where threads end.
void arrive_at_cluster(Warp& warp, const Inst& inst, Mask mask);
void leave_cluster(Warp& warp, Mask ending);
/// barrier.cluster.wait: true if the lanes go on at once.
bool waits_at_cluster(Warp& warp, const Inst& inst, Mask mask);

/// mapa: the address of the same place in the block of a rank; getctarank: the rank of an address.
void map_to_rank(Warp& warp, const Inst& inst, Mask mask);
void rank_of_address(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
