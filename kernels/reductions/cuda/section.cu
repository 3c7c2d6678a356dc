// The vendor reference: threads that share a remainder add up in the warp, in the block, in memory.

#include "launch.cuh"

namespace {

template <typename T>
__global__ void __launch_bounds__(threads) add(int n, const T* __restrict__ row, T* sums) {
  constexpr int sections = Section::sections;
  __shared__ T of_block[sections];
  if (threadIdx.x < sections) of_block[threadIdx.x] = 0;
  __syncthreads();
  const int stride = int(gridDim.x) * threads;  // a multiple of the sections: a thread has one
  T sum = 0;
  #pragma unroll 4
  for (int i = int(blockIdx.x) * threads + int(threadIdx.x); i < n; i += stride) sum += row[i];
  for (int distance = league::warp_size / 2; distance >= sections; distance /= 2)
    sum += league::shuffle_down(sum, distance);
  if (threadIdx.x % league::warp_size < sections) atomicAdd(of_block + threadIdx.x % sections, sum);
  __syncthreads();
  if (threadIdx.x < sections) atomicAdd(sums + threadIdx.x, of_block[threadIdx.x]);
}

}  // namespace

template <typename T>
void Section::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  const int blocks =
      std::min(league::resident_blocks(add<T>, threads), (cls.n + share - 1) / share);
  T sums[rounds * sections];
  for (int i = 0; i < rounds * sections; ++i) sums[i] = data.start[i / sections];
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<T> result(rounds * sections);
  x.copy_from(data.x.data());
  result.copy_from(sums);

  watch.start();
  for (int round = 0; round < rounds; ++round) {
    const T* row = x.data() + std::size_t(round) * cls.pitch();
    add<<<blocks, threads>>>(cls.n, row, result.data() + round * sections);
    league::demand_launched();
  }
  watch.stop();

  result.copy_to(sums);
  std::copy(sums, sums + rounds * sections, data.result.begin());
}

template void Section::run(const Class&, Data<float>&, league::Stopwatch&);
template void Section::run(const Class&, Data<double>&, league::Stopwatch&);
template void Section::run(const Class&, Data<int>&, league::Stopwatch&);
