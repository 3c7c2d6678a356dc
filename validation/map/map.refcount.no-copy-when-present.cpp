// map.refcount.no-copy-when-present
// OpenMP 4.5, section 5.8.3: an item that is present when a region begins and stays so after it is
// copied neither to the device nor back, whatever its map type.
// Observed: the region sees the value from when the item was entered; what it stores does not come
// to the host; bytes each way.
// Mutant: map(tofrom : x) => map(always, tofrom : x)
// Mutant: enter data map(to : x) => enter data map(to : other)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[4] = {1, 2, 3, 4};
  int other[4] = {};
  int sum = 0;
  int on_host = 1;
  #pragma omp target enter data map(to : x)
  for (int& one : x) one = 50;
  const auto before = league::counted();

  #pragma omp target map(tofrom : x) map(from : sum, on_host)
  {
    sum = x[0] + x[1] + x[2] + x[3];
    for (int i = 0; i < 4; ++i) x[i] = -1;
    on_host = omp_is_initial_device();
  }

  claim.moved(before, 0, sizeof sum + sizeof on_host);
  claim.ran(on_host);
  claim.equal("sum seen by the region", sum, 10);
  for (int i = 0; i < 4; ++i) claim.equal("x on the host", x[i], 50);
  #pragma omp target exit data map(delete : x, other)
  return claim.verdict();
}
