// rt.target_memcpy_async.depobj
// OpenMP 5.1, section 18.8.7: the depend objects given to omp_target_memcpy_async order its task
// among the other tasks.
// Observed: a chain of host tasks, copies and a region over the same arrays, each step changing
// every element in its own way, so that any other order gives another result; status zero.
// Mutant: omp_target_memcpy_async(a, memory, sizeof a => omp_target_memcpy_async(a, memory, 4

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 4096;
  static int a[n];
  const int device = omp_get_default_device();
  const int host = omp_get_initial_device();
  int* memory = static_cast<int*>(omp_target_alloc(sizeof a, device));
  claim.needs(memory != nullptr, "device memory");
  int on_host = 1;
  int status = 0;
  omp_depend_t order;
  #pragma omp depobj(order) depend(inout : a)

  #pragma omp parallel
  #pragma omp single
  {
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] = i;
    status |= omp_target_memcpy_async(memory, a, sizeof a, 0, 0, device, host, 1, &order);
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] = -1000;
    #pragma omp target is_device_ptr(memory) map(from : on_host) depend(inout : a) nowait
    {
      for (int i = 0; i < n; ++i) memory[i] = 2 * memory[i] + 1;
      on_host = omp_is_initial_device();
    }
    status |= omp_target_memcpy_async(a, memory, sizeof a, 0, 0, host, device, 1, &order);
    #pragma omp task shared(a) depend(inout : a)
    for (int i = 0; i < n; ++i) a[i] *= 3;
    #pragma omp taskwait
  }
  #pragma omp depobj(order) destroy
  omp_target_free(memory, device);

  claim.ran(on_host);
  claim.equal("status", status, 0);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += a[i] != 3 * (2 * i + 1);
  claim.equal("elements with another value", wrong, 0);
  return claim.verdict();
}
