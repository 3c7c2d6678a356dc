// acc.firstprivate
// OpenACC 1.0, section 2.5.11 (unchecked): each gang has a copy of a firstprivate item that begins
// with the value of the original.
// Observed: each gang sees the value; the original stays.
// Mutant: firstprivate(a) => private(a)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  int a[4] = {2, 3, 5, 7};
  int seen[8];
  for (int& one : seen) one = -1;
  #pragma acc parallel num_gangs(8) firstprivate(a) copyout(seen, on_host)
  #pragma acc loop gang
  for (int g = 0; g < 8; ++g) {
    seen[g] = a[0] + a[1] + a[2] + a[3];
    if (g == 0) on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  for (const int one : seen) claim.equal("sum in a gang", one, 17);
  claim.equal("original", a[3], 7);
  return claim.verdict();
}
