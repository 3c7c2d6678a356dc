// Sorts, sums and selections of the toolkit's CUB and Thrust, against the standard library.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <exception>
#include <numeric>
#include <random>
#include <vector>

#include "arrays.cuh"

// Asked first how much room it needs.
template <typename F>
static bool twice(F call) {
  std::size_t bytes = 0;
  if (call(nullptr, bytes) != cudaSuccess) return false;
  void* room = nullptr;
  cudaMalloc(&room, std::max<std::size_t>(bytes, 1));
  const bool good = call(room, bytes) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(room);
  return good;
}

struct Small {
  __host__ __device__ bool operator()(int x) const { return x < 80; }
};
struct Square {
  __host__ __device__ double operator()(double x) const { return x * x; }
};
struct Greater {
  __host__ __device__ bool operator()(double a, double b) const { return a > b; }
};

static void with_cub() {
  const int n = 20000;
  std::mt19937 random(1);
  std::vector<unsigned> keys(n);
  for (auto& key : keys) key = static_cast<unsigned>(random());
  std::vector<int> places(n);
  std::iota(places.begin(), places.end(), 0);
  unsigned *in = up(keys), *out = up(keys);
  int *from = up(places), *to = up(places);
  check(twice([&](void* room, std::size_t& bytes) {
          return cub::DeviceRadixSort::SortPairs(room, bytes, in, out, from, to, n);
        }),
        "the call of a radix sort");
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  check(down(out, n) == sorted, "radix sort: keys");
  const auto moved = down(to, n);
  bool good = true;
  for (int i = 0; i < n; ++i) good &= moved[i] >= 0 && moved[i] < n && keys[moved[i]] == sorted[i];
  check(good, "radix sort: values");

  std::vector<long long> values(n), sums(n);
  for (int i = 0; i < n; ++i) values[i] = keys[i] % 1000;
  long long *of_values = up(values), *of_sums = up(values), *one = up(std::vector<long long>(1));
  check(twice([&](void* room, std::size_t& bytes) {
          return cub::DeviceReduce::Sum(room, bytes, of_values, one, n);
        }) &&
            down(one, 1)[0] == std::accumulate(values.begin(), values.end(), 0ll),
        "a sum");
  std::exclusive_scan(values.begin(), values.end(), sums.begin(), 0ll);
  check(twice([&](void* room, std::size_t& bytes) {
          return cub::DeviceScan::ExclusiveSum(room, bytes, of_values, of_sums, n);
        }) &&
            down(of_sums, n) == sums,
        "sums of all before");

  std::vector<int> small(n), bins(16, 0), kept;
  for (int i = 0; i < n; ++i) small[i] = static_cast<int>(keys[i] % 160);
  int *of_small = up(small), *of_bins = up(bins), *count = up(std::vector<int>(1));
  for (const int x : small) {
    ++bins[x / 10];
    if (Small()(x)) kept.push_back(x);
  }
  check(twice([&](void* room, std::size_t& bytes) {
          return cub::DeviceHistogram::HistogramEven(room, bytes, of_small, of_bins, 17, 0, 160, n);
        }) &&
            down(of_bins, 16) == bins,
        "a histogram");
  check(twice([&](void* room, std::size_t& bytes) {
          return cub::DeviceSelect::If(room, bytes, of_small, to, count, n, Small());
        }) &&
            down(count, 1)[0] == static_cast<int>(kept.size()) && down(to, kept.size()) == kept,
        "a selection");
}

static void with_thrust() {
  const int n = 10000;
  std::mt19937 random(2);
  std::vector<int> values(n), got(n), sums(n);
  for (auto& value : values) value = static_cast<int>(random() % 5000);
  thrust::device_vector<int> device(values.begin(), values.end());
  thrust::sort(device.begin(), device.end());
  std::sort(values.begin(), values.end());
  thrust::copy(device.begin(), device.end(), got.begin());
  check(got == values, "thrust: a sort");
  check(thrust::reduce(device.begin(), device.end()) ==
            std::accumulate(values.begin(), values.end(), 0),
        "thrust: a sum");
  thrust::device_vector<int> scanned(n);
  thrust::inclusive_scan(device.begin(), device.end(), scanned.begin());
  std::inclusive_scan(values.begin(), values.end(), sums.begin());
  thrust::copy(scanned.begin(), scanned.end(), got.begin());
  check(got == sums, "thrust: sums of all before");
  const auto end = thrust::unique(device.begin(), device.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  check(end - device.begin() == static_cast<long>(values.size()), "thrust: different values");
  thrust::host_vector<double> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = i;
  thrust::device_vector<double> reals = keys;
  check(
      thrust::transform_reduce(reals.begin(), reals.end(), Square(), 0.0, thrust::plus<double>()) ==
          static_cast<double>(n - 1) * n * (2.0 * n - 1) / 6,
      "thrust: a sum of squares");
  for (auto& key : keys) key = static_cast<double>(random() % 1000000) * 1e-3;
  reals = keys;
  thrust::stable_sort(reals.begin(), reals.end(), Greater());
  std::stable_sort(keys.begin(), keys.end(), Greater());
  const thrust::host_vector<double> back = reals;
  check(back == keys, "thrust: a merge sort");
}

int main() {
  try {
    with_cub();
    with_thrust();
  } catch (const std::exception& reason) {
    std::printf("FAILED: %s\n", reason.what());
    return 1;
  }
  if (failures == 0) std::printf("all right\n");
  return failures != 0;
}
