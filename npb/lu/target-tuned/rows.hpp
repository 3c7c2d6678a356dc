// How a sweep is cut into tiles for teams of 256 threads.
#pragma once

#include <algorithm>

namespace lu {

/// Lines of neighbouring k make a slab, neighbouring planes i + j + k a block; a tile is a block of
/// a slab.  It needs the tile of the earlier block and that of the lower slab, so tiles of the same
/// block + slab, a wave, need nothing of each other.
struct Tiles {
  int lines;   ///< of a slab
  int planes;  ///< of a block
  int slabs;
  int blocks;
};

/// By reasoning, no GPU was at hand: with a launch as long as three or four planes of a tile, about
/// twelve planes are best; two points for a thread in each of them hide some latency, and a slab of
/// more lines would leave too few teams.  A single slab waits for no other: all planes in one
/// kernel.
inline Tiles tiles_of(int m) {
  const int lines = std::clamp(512 / m, 1, m);
  const int slabs = (m + lines - 1) / lines;
  const int planes = slabs == 1 ? 3 * m : 12;
  return {lines, planes, slabs, (3 * m - 2 + planes - 1) / planes};
}

}  // namespace lu
