// acc.rt.async
// OpenACC 1.0, section 3.2.15 (unchecked): acc_wait waits for a queue; acc_async_test tells
// afterwards that it is empty.
// Observed: values after acc_wait; the answer of acc_async_test.
// Mutant: x[i] += 5 => x[i] += 6
// Mutant: copyout(x) => delete(x)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  const int n = 512;
  int x[n];
  for (int i = 0; i < n; ++i) x[i] = i;
  #pragma acc enter data copyin(x)
  #pragma acc parallel loop present(x) copy(on_host) async(3)
  for (int i = 0; i < n; ++i) {
    x[i] += 5;
    if (i == 0) on_host = acc_on_device(acc_device_host);
  }
  acc_wait(3);
  claim.holds("the queue is empty", acc_async_test(3) != 0);
  #pragma acc exit data copyout(x)
  claim.ran(on_host);
  claim.needs_separate_memory();
  for (int i = 0; i < n; ++i) claim.equal("x", x[i], i + 5);
  return claim.verdict();
}
