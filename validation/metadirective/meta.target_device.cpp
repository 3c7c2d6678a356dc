// meta.target_device
// OpenMP 5.1, section 7.2: the target_device selector asks about a device by its number instead of
// the one that the code is compiled for.
// Observed: the nesting level inside metadirectives that ask whether the default device is the host
// and whether the initial device is.
// Where: host
// Mutant: target_device = {kind(nohost), device_num(0)} => user = {condition(0)}

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  int level = -1;
  #pragma omp metadirective when(target_device = {kind(nohost), device_num(0)} : parallel)
  {
    if (omp_get_thread_num() == 0) level = omp_get_level();
  }
  claim.equal("nesting level, asked about a device", level, 1);

  const int host = omp_get_initial_device();
  level = -1;
  #pragma omp metadirective when(target_device = {kind(nohost), device_num(host)} : parallel)
  {
    if (omp_get_thread_num() == 0) level = omp_get_level();
  }
  claim.equal("nesting level, asked about the host", level, 0);
  return claim.verdict();
}
