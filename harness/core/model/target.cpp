// OpenMP target regions.
#include <omp.h>

#include <algorithm>
#include <iterator>

#include "league/device.hpp"

league::Device league::describe_device() {
  return {omp_get_num_devices(), omp_get_max_threads(), 0, ""};
}

bool league::runs_on_device() {
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();
  return on_host == 0;
}

std::optional<league::Shape> league::shape_got() {
  constexpr int iterations = 1024;
  int teams[iterations];
  int threads[iterations];
  #pragma omp target teams distribute parallel for map(from : teams, threads)
  for (int i = 0; i < iterations; ++i) {
    teams[i] = omp_get_num_teams();
    threads[i] = omp_get_num_threads();
  }
  return Shape{teams[0], *std::min_element(std::begin(threads), std::end(threads))};
}

// Target regions without nowait block the host; deferred ones are collected here.
void league::device_synchronize() {
  #pragma omp taskwait
}
