#include "exec/special.hpp"

#include "exec/cluster.hpp"

namespace emu {

std::uint32_t special_value(Special special, const Warp& warp, unsigned lane, const Extent& thread,
                            const Extent& block) {
  const Launch& launch = *warp.launch;
  switch (special) {
    case Special::tid_x:
      return thread.x;
    case Special::tid_y:
      return thread.y;
    case Special::tid_z:
      return thread.z;
    case Special::ntid_x:
      return launch.block.x;
    case Special::ntid_y:
      return launch.block.y;
    case Special::ntid_z:
      return launch.block.z;
    case Special::ctaid_x:
      return block.x;
    case Special::ctaid_y:
      return block.y;
    case Special::ctaid_z:
      return block.z;
    case Special::nctaid_x:
      return launch.grid.x;
    case Special::nctaid_y:
      return launch.grid.y;
    case Special::nctaid_z:
      return launch.grid.z;
    case Special::laneid:
      return lane;
    case Special::warpid:
      return warp.index;
    case Special::nwarpid:
      return launch.warps_a_block;
    case Special::smid:
      return static_cast<std::uint32_t>(warp.block->number % launch.multiprocessors);
    case Special::nsmid:
      return launch.multiprocessors;
    case Special::gridid:
      return static_cast<std::uint32_t>(launch.id);
    case Special::cluster_ctarank:
      return rank_in_cluster(launch, block);
    case Special::cluster_nctarank:
      return static_cast<std::uint32_t>(launch.cluster.size());
    case Special::cluster_ctaid_x:
      return block.x % launch.cluster.x;
    case Special::cluster_ctaid_y:
      return block.y % launch.cluster.y;
    case Special::cluster_ctaid_z:
      return block.z % launch.cluster.z;
    case Special::cluster_nctaid_x:
      return launch.cluster.x;
    case Special::cluster_nctaid_y:
      return launch.cluster.y;
    case Special::cluster_nctaid_z:
      return launch.cluster.z;
    case Special::clusterid_x:
      return block.x / launch.cluster.x;
    case Special::clusterid_y:
      return block.y / launch.cluster.y;
    case Special::clusterid_z:
      return block.z / launch.cluster.z;
    case Special::nclusterid_x:
      return launch.grid.x / launch.cluster.x;
    case Special::nclusterid_y:
      return launch.grid.y / launch.cluster.y;
    case Special::nclusterid_z:
      return launch.grid.z / launch.cluster.z;
    case Special::lanemask_eq:
      return 1u << lane;
    case Special::lanemask_lt:
      return (1u << lane) - 1;
    case Special::lanemask_le:
      return (1u << lane) | ((1u << lane) - 1);
    case Special::lanemask_gt:
      return ~((1u << lane) | ((1u << lane) - 1));
    case Special::lanemask_ge:
      return ~((1u << lane) - 1);
    case Special::envreg1:
      return static_cast<std::uint32_t>(launch.grid_workspace >> 32);
    case Special::envreg2:
      return static_cast<std::uint32_t>(launch.grid_workspace);
    case Special::dynamic_smem_size:
      return launch.dynamic_shared;
    case Special::total_smem_size:
      return launch.dynamic_shared + launch.kernel->shared_bytes;
    case Special::reserved_smem:
      return static_cast<std::uint32_t>(warp.block->shared.size()) - reserved_bytes;
    case Special::reserved_smem_end:
      return static_cast<std::uint32_t>(warp.block->shared.size());
    case Special::reserved_smem_bytes:
      return reserved_bytes;
    case Special::warp_size:
      return warp_lanes;
  }
  return 0;
}

}  // namespace emu
