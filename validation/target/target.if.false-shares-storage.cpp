// target.if.false-shares-storage
// OpenMP 4.5, section 3.4: a target region whose if clause is false uses the data environment of
// the host: a mapped item is the original itself, whatever its map type.
// Observed: a store to a map(to) item, and to a map(alloc) item, changes the original.
// Mutant: if (never) => if (!never)
// Mutant: if (never) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int condition = 0;
  const bool never = condition != 0;
  int to[4] = {1, 2, 3, 4};
  int alloc[4] = {5, 6, 7, 8};
  int where = 0;
  int on_host = 1;

  #pragma omp target if (never) map(to : to) map(alloc : alloc) map(from : where)
  {
    for (int i = 0; i < 4; ++i) {
      to[i] += 100;
      alloc[i] += 200;
    }
    where = omp_is_initial_device();
  }

  claim.equal("if(false): is it the host?", where != 0 ? 1 : 0, 1);
  for (int i = 0; i < 4; ++i) {
    claim.equal("original of the map(to) item", to[i], 101 + i);
    claim.equal("original of the map(alloc) item", alloc[i], 205 + i);
  }

  // The same process can offload: otherwise there would be nothing to tell apart.
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  claim.ran(on_host);
  return claim.verdict();
}
