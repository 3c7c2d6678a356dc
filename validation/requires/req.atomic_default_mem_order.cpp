// req.atomic_default_mem_order
// OpenMP 5.0, section 8.2: atomic_default_mem_order is accepted for each of its orders, here
// acq_rel; atomic constructs without an order remain atomic.
// Observed: tickets drawn by all iterations of a region, each number once.
// Mutant: atomic_default_mem_order(acq_rel) => atomic_default_mem_order(acquire_only)

#include "league/claim.hpp"

#pragma omp requires atomic_default_mem_order(acq_rel)

int main() {
  league::Claim claim;
  int drawn[256];
  for (int i = 0; i < 256; ++i) drawn[i] = 0;
  int next = 0;
  int last = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : drawn, next) map(from : last, on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < 256; ++i) {
      int ticket;
      #pragma omp atomic capture
      ticket = next++;
      #pragma omp atomic update
      drawn[ticket % 256] += 1;
    }
    #pragma omp atomic read
    last = next;
  }
  claim.ran(on_host);
  claim.equal("tickets drawn", last, 256);
  for (int i = 0; i < 256; ++i) claim.equal("times a ticket was drawn", drawn[i], 1);
  return claim.verdict();
}
