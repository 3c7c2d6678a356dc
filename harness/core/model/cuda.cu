// CUDA kernels.
#include <cmath>

#include "league/cuda.hpp"
#include "league/device.hpp"

namespace {

// Events at the beginning and at each end of a lap, made once.
std::vector<cudaEvent_t> events;
std::size_t recorded = 0;

void record() {
  if (recorded == events.size()) league::demand(cudaEventCreate(&events.emplace_back()), "event");
  league::demand(cudaEventRecord(events[recorded++]), "event");
}

}  // namespace

static __global__ void mark(int* on_device) { *on_device = 1; }

league::Device league::describe_device() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return {};  // no driver is no device
  cudaDeviceProp properties;
  demand(cudaGetDeviceProperties(&properties, 0), "properties");
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  demand(cudaMemGetInfo(&free_bytes, &all_bytes), "memory");
  return {count, 0, free_bytes, properties.name};
}

bool league::runs_on_device() {
  const DeviceArray<int> flag(1);
  int on_device = 0;
  mark<<<1, 1>>>(flag.data());
  demand_launched();
  flag.copy_to(&on_device);
  return on_device == 1;
}

std::optional<league::Shape> league::shape_got() { return {}; }

void league::device_synchronize() { demand(cudaDeviceSynchronize(), "kernel"); }

void league::begin_laps() {
  recorded = 0;
  record();
}

void league::end_lap() { record(); }

std::vector<long> league::laps_so_far() {
  std::vector<long> laps;
  for (std::size_t i = 1; i < recorded; ++i) {
    float milliseconds = 0;
    demand(cudaEventElapsedTime(&milliseconds, events[i - 1], events[i]), "lap");
    laps.push_back(std::lround(double(milliseconds) * 1e6));
  }
  return laps;
}
