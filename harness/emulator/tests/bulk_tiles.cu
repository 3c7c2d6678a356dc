// Tiles that one thread of a block has copied in bulk, as CUDA writes it: in while others compute,
// back in groups, and by cuda::memcpy_async.  On a GPU of capability 9.0 it must pass, too.
#include <cuda/barrier>
#include <cuda/ptx>
#include <vector>

#include "arrays.cuh"

namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int tile = 256;

// A thread asks for the next tile before all compute on this one.
__global__ void doubled(const float* from, float* to, int tiles) {
  __shared__ alignas(128) float in[2][tile];
  __shared__ alignas(128) float out[tile];
  __shared__ alignas(8) char room[2 * sizeof(Barrier)];
  auto* const full = reinterpret_cast<Barrier*>(room);
  if (threadIdx.x == 0) {
    init(&full[0], blockDim.x);
    init(&full[1], blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  const int first = static_cast<int>(blockIdx.x) * tiles;
  const auto ask = [&](int t) {
    Barrier& barrier = full[t % 2];
    if (threadIdx.x != 0) return barrier.arrive();
    cuda::device::memcpy_async_tx(in[t % 2], from + (first + t) * tile,
                                  cuda::aligned_size_t<16>(sizeof in[0]), barrier);
    return cuda::device::barrier_arrive_tx(barrier, 1, sizeof in[0]);
  };
  Barrier::arrival_token token = ask(0);
  for (int t = 0; t < tiles; ++t) {
    full[t % 2].wait(std::move(token));
    if (t + 1 < tiles) token = ask(t + 1);
    for (int i = static_cast<int>(threadIdx.x); i < tile; i += static_cast<int>(blockDim.x))
      out[i] = 2 * in[t % 2][i];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to + (first + t) * tile, out,
                         sizeof out);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}

__global__ void reversed(const int4* from, int4* to, int n) {
  extern __shared__ int4 room[];
  __shared__ alignas(8) char place[sizeof(Barrier)];
  auto* const barrier = reinterpret_cast<Barrier*>(place);
  if (threadIdx.x == 0) init(barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 0)
    cuda::memcpy_async(room, from, cuda::aligned_size_t<16>(n * sizeof(int4)), *barrier);
  barrier->arrive_and_wait();
  for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
    to[i] = room[n - 1 - i];
}

int main() {
  constexpr int blocks = 3, tiles = 5, n = blocks * tiles * tile;
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i % 1000);
  const float* const from = up(values);
  float* const to = up(std::vector<float>(n));
  doubled<<<blocks, 96>>>(from, to, tiles);
  const auto got = down(to, n);
  bool good = true;
  for (int i = 0; i < n; ++i) good &= got[i] == 2 * values[i];
  check(good, "tiles in bulk");

  std::vector<int4> rows(300);
  for (int i = 0; i < 300; ++i) rows[i] = {i, 2 * i, 3 * i, 4 * i};
  int4* const back = up(std::vector<int4>(300));
  reversed<<<1, 64, 300 * sizeof(int4)>>>(up(rows), back, 300);
  const auto turned = down(back, 300);
  good = true;
  for (int i = 0; i < 300; ++i) good &= turned[i].x == 299 - i && turned[i].w == 4 * (299 - i);
  check(good, "memcpy_async");
  if (failures == 0) std::printf("all right\n");
  return failures != 0;
}
