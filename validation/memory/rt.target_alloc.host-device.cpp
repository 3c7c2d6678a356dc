// rt.target_alloc.host-device
// OpenMP 4.5, section 18.8.1: omp_target_alloc with the number of the host device gives memory
// that the host can use, and omp_target_free takes it back.
// Observed: the host stores and reads every element; omp_target_memcpy reads it as host memory.
// Where: host
// Mutant: omp_target_alloc(n * sizeof(int), host) => static_cast<void*>(nullptr)
// Mutant: memory[i] = 3 * i; => memory[i] = 3;

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 1000;
  const int host = omp_get_initial_device();
  int* memory = static_cast<int*>(omp_target_alloc(n * sizeof(int), host));
  claim.holds("memory", memory != nullptr);
  if (memory != nullptr) {
    for (int i = 0; i < n; ++i) memory[i] = 3 * i;
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += memory[i] != 3 * i;
    claim.equal("elements with another value", wrong, 0);
    int copy[n] = {};
    claim.equal("status", omp_target_memcpy(copy, memory, sizeof copy, 0, 0, host, host), 0);
    wrong = 0;
    for (int i = 0; i < n; ++i) wrong += copy[i] != 3 * i;
    claim.equal("elements of the copy with another value", wrong, 0);
    omp_target_free(memory, host);
  }
  claim.holds("the routines belong to the runtime of the directives", league_one_runtime());
  return claim.verdict();
}
