// data.use_device_ptr.unmapped-keeps
// OpenMP 5.1, section 5.4.8: a pointer in use_device_ptr that does not point to mapped storage
// keeps its value in the construct.
// Observed: the value of a host's pointer and of one from omp_target_alloc; a region can store
// through the latter.
// Mutant: target data use_device_ptr(host) => target data map(to : x) use_device_ptr(host)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x = 7;
  int* host = &x;
  const int* host_inside = nullptr;

  #pragma omp target data use_device_ptr(host)
  host_inside = host;

  int* memory = static_cast<int*>(omp_target_alloc(sizeof(int), device));
  claim.needs(memory != nullptr, "device memory");
  int* p = memory;
  const int* inside = nullptr;
  int on_host = 1;

  #pragma omp target data use_device_ptr(p)
  {
    inside = p;
    if (p == memory) {
      #pragma omp target is_device_ptr(p) map(from : on_host)
      {
        *p = 42;
        on_host = omp_is_initial_device();
      }
    }
  }

  int back = 0;
  omp_target_memcpy(&back, memory, sizeof back, 0, 0, omp_get_initial_device(), device);
  omp_target_free(memory, device);
  if (inside == memory) claim.ran(on_host);
  claim.equal("a pointer to unmapped host storage", host_inside, &x);
  claim.equal("a pointer to device storage", inside, memory);
  claim.equal("stored through it", back, 42);
  return claim.verdict();
}
