// Five kernels whose counts have a closed form in the number of elements.
#include <cmath>

#include "arrays.cuh"
#include "counted.hpp"

constexpr int tile = 32, rows = 8, threads = 256;

// Each warp a row of a tile, there and back; a column more than needed, so that no banks meet.
__global__ void transpose(int n, const float* in, float* out) {
  __shared__ float part[tile][tile + 1];
  const int x = blockIdx.x * tile, y = blockIdx.y * tile;
  for (int row = threadIdx.y; row < tile; row += rows)
    part[row][threadIdx.x] = in[(y + row) * n + x + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < tile; row += rows)
    out[(x + row) * n + y + threadIdx.x] = part[threadIdx.x][row];
}

__global__ void stencil(const double* in, double* out) {
  const int i = blockIdx.x * threads + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

// A tree of sums: half the threads add in each step.
__global__ void sum(const double* in, double* out) {
  __shared__ double part[threads];
  const int me = threadIdx.x;
  double value = in[blockIdx.x * threads + me];
  part[me] = value;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (me < half) part[me] = value += part[me + half];
  }
  if (me == 0) out[blockIdx.x] = value;
}

__global__ void every_fourth(const double* in, double* out) {
  const int i = blockIdx.x * threads + threadIdx.x;
  out[i] = in[4 * i];
}

__global__ void histogram(const int* in, int* bins) {
  const int i = blockIdx.x * threads + threadIdx.x;
  atomicAdd(&bins[in[i] & 7], 1);
}

static void transposed(int n) {
  std::vector<float> from(n * n);
  for (int i = 0; i < n * n; ++i) from[i] = static_cast<float>(i);
  float *in = up(from), *out = up(from);
  const Counts before = counted();
  transpose<<<dim3(n / tile, n / tile), dim3(tile, rows)>>>(n, in, out);
  const auto got = down(out, n * n);
  bool good = true;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) good &= got[i * n + j] == from[j * n + i];
  check(good, "transposition");
  const long warps = n * n / 32;  // a warp once for each 32 elements
  expect("transposition", before, counted(),
         {{"load requests", warps},
          {"load sectors", 4 * warps},
          {"store requests", warps},
          {"store sectors", 4 * warps},
          {"load_shared wavefronts", warps},
          {"store_shared wavefronts", warps},
          {"barrier", n * n / (tile / rows)}});
}

static void lines(int n) {
  std::vector<double> from(4 * n + 2);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<double>(i % 1000);
  double *in = up(from), *out = up(std::vector<double>(n));
  const long warps = n / 32;
  Counts before = counted();
  stencil<<<n / threads, threads>>>(in, out);
  check(down(out, n)[5] == 18, "stencil");
  // 256 bytes in a row are 8 sectors, 9 where they do not begin with one.
  expect("stencil", before, counted(),
         {{"load requests", 3 * warps},
          {"load sectors", (8 + 9 + 9) * warps},
          {"store requests", warps},
          {"store sectors", 8 * warps},
          {"fp64_add", 2 * n}});
  before = counted();
  every_fourth<<<n / threads, threads>>>(in, out);
  check(down(out, n)[5] == 20, "strided copy");
  expect("strided copy", before, counted(),
         {{"load requests", warps},
          {"load sectors", 32 * warps},
          {"store requests", warps},
          {"store sectors", 8 * warps},
          {"fp64_add", 0}});
  before = counted();
  sum<<<n / threads, threads>>>(in, out);
  double first = 0;
  for (int i = 0; i < threads; ++i) first += from[i];
  check(down(out, 1)[0] == first, "sum of a block");
  // Warps that add: 4, 2, and 1 in each of six steps; doubles are two wavefronts a whole warp.
  const long blocks = n / threads, adding = 4 + 2 + 6, steps = 2 * (4 + 2 + 1) + 5;
  expect("sum of a block", before, counted(),
         {{"load requests", warps},
          {"load sectors", 8 * warps},
          {"store requests", blocks},
          {"store sectors", blocks},
          {"load_shared requests", adding * blocks},
          {"load_shared wavefronts", steps * blocks},
          {"store_shared requests", (8 + adding) * blocks},
          {"store_shared wavefronts", (16 + steps) * blocks},
          {"fp64_add", (threads - 1) * blocks},
          {"barrier", 8 * n}});
}

static void histograms(int n) {
  std::vector<int> from(n);
  for (int i = 0; i < n; ++i) from[i] = 3 * i;
  int *in = up(from), *bins = up(std::vector<int>(8));
  const Counts before = counted();
  histogram<<<n / threads, threads>>>(in, bins);
  check(down(bins, 8) == std::vector<int>(8, n / 8), "histogram");
  expect("histogram", before, counted(),
         {{"load requests", n / 32},
          {"load sectors", n / 8},
          {"atomic requests", n / 32},
          {"atomic sectors", n / 32},
          {"store requests", 0}});
}

int main() {
  for (const int n : {1024, 4096}) {
    transposed(n / 16);
    lines(n);
    histograms(n);
  }
  return failures || wrong;
}
