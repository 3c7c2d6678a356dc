// req.unified_address
// OpenMP 5.0, section 8.2: with unified_address a pointer to device memory needs no is_device_ptr,
// not even where it is reached through other memory.
// Observed: regions write and read memory from omp_target_alloc through a captured pointer and
// through the member of a mapped structure.
// Hint: an implementation may have one address space for all devices without being asked

#include "league/claim.hpp"

#pragma omp requires unified_address

struct Holder {
  int* data;
};

int main() {
  league::Claim claim;
  claim.needs_devices(1);
  const int device = omp_get_default_device();
  int* data = static_cast<int*>(omp_target_alloc(8 * sizeof(int), device));
  claim.needs(data != nullptr, "memory on the device");
  Holder holder = {data + 4};
  int on_host[2] = {1, 1};
  int back[8] = {0};

  #pragma omp target map(from : on_host[0 : 1])
  {
    on_host[0] = omp_is_initial_device();
    for (int i = 0; i < 8; ++i) data[i] = 10 * i;
  }
  #pragma omp target map(from : on_host[1 : 1]) map(to : holder)
  {
    on_host[1] = omp_is_initial_device();
    for (int i = 0; i < 4; ++i) holder.data[i] += 1;
  }
  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  claim.equal("status of the copy",
              omp_target_memcpy(back, data, sizeof back, 0, 0, omp_get_initial_device(), device),
              0);
  for (int i = 0; i < 8; ++i) claim.equal("element", back[i], 10 * i + (i < 4 ? 0 : 1));
  omp_target_free(data, device);
  return claim.verdict();
}
