// What each compiler of CUDA has to make PTX of: shared memory, shuffles, atomics, a function that
// is called, a loop that parts a warp.  producers_test.cpp knows the answer.
__device__ __noinline__ int steps(unsigned n) {  // until the Collatz sequence comes to 1
  int count = 0;
  for (; n != 1; ++count) n = n % 2 ? 3 * n + 1 : n / 2;
  return count;
}

extern "C" __global__ void work(int n, const float* x, double* sum, int* most) {
  __shared__ double part[8];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  double value = i < n ? sqrt(static_cast<double>(x[i])) : 0.0;
  if (i < n) atomicMax(most, steps(static_cast<unsigned>(i) + 1));
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffffu, value, distance);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) part[0] += part[warp];
  atomicAdd(sum, part[0]);
}
