// OpenMP target regions.
#include <omp.h>

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

// Target regions without nowait block the host; deferred ones are collected here.
void league::device_synchronize() {
  #pragma omp taskwait
}
