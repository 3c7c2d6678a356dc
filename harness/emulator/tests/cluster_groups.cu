// Clusters as CUDA writes them: a histogram whose bins lie in the blocks of a cluster, a ring of
// blocks whose launch says how many, and sizes that no launch can have.  On a GPU of capability 9.0
// it must pass, too.
#include <cooperative_groups.h>

#include <utility>
#include <vector>

#include "arrays.cuh"

namespace cg = cooperative_groups;

constexpr int blocks_of_cluster = 4;

__global__ void __cluster_dims__(blocks_of_cluster, 1, 1)
    histogram(const int* values, int n, int* bins, int of_block) {
  extern __shared__ int mine[];
  const cg::cluster_group cluster = cg::this_cluster();
  const int thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
  for (int i = thread; i < of_block; i += threads) mine[i] = 0;
  cluster.sync();
  const int first = thread + static_cast<int>(blockIdx.x) * threads;
  for (int i = first; i < n; i += static_cast<int>(gridDim.x) * threads) {
    int* const there = cluster.map_shared_rank(mine, values[i] / of_block);
    atomicAdd(there + values[i] % of_block, 1);
  }
  cluster.sync();
  int* const all = bins + static_cast<int>(cluster.block_rank()) * of_block;
  for (int i = thread; i < of_block; i += threads) atomicAdd(all + i, mine[i]);
}

__global__ void ring(int* out) {
  __shared__ int here;
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) here = static_cast<int>(10 * cluster.block_rank() + blockIdx.x);
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  if (threadIdx.x == 0)
    out[blockIdx.x] = *cluster.map_shared_rank(&here, static_cast<int>(next)) +
                      static_cast<int>(1000 * cluster.dim_blocks().x);
  cluster.sync();
}

static cudaError_t launch_ring(unsigned blocks, unsigned of_cluster, int* out) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {of_cluster, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = 64;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, ring, out);
}

int main() {
  constexpr int n = 5000, of_block = 25, bins = blocks_of_cluster * of_block;
  std::vector<int> values(n), wanted(bins);
  for (int i = 0; i < n; ++i) {
    values[i] = i * i % bins;
    ++wanted[values[i]];
  }
  int* const counted = up(std::vector<int>(bins));
  histogram<<<2 * blocks_of_cluster, 96, of_block * sizeof(int)>>>(up(values), n, counted,
                                                                   of_block);
  check(down(counted, bins) == wanted, "a histogram in the blocks of a cluster");

  for (const int size : {1, 2, 3, 6}) {
    int* const out = up(std::vector<int>(6));
    check(launch_ring(6, static_cast<unsigned>(size), out) == cudaSuccess, "a launch");
    const auto got = down(out, 6);
    bool good = true;
    for (int block = 0; block < 6; ++block) {
      const int rank = block % size, next = (rank + 1) % size;
      good &= got[block] == 1000 * size + 10 * next + block - rank + next;
    }
    check(good, "a ring");
  }
  int* const out = up(std::vector<int>(6));
  check(launch_ring(6, 4, out) != cudaSuccess, "a grid of parts of clusters");
  check(launch_ring(34, 17, out) != cudaSuccess, "more blocks than a cluster has");
  cudaGetLastError();
  if (failures == 0) std::printf("all right\n");
  return failures != 0;
}
