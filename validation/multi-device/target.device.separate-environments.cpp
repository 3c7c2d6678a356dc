// target.device.separate-environments
// OpenMP 4.5, section 13.2: each device has a data environment of its own: a variable mapped on two
// devices has two copies and two reference counts.
// Observed: each device's region sees the value mapped there and keeps its own changes; the copy on
// one device goes while the other, mapped twice, stays.
// Mutant: device(other) => device(first)
// Mutant: map(tofrom : x) => map(always, tofrom : x)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_devices(2);
  claim.needs_separate_memory();
  const int first = 0;
  const int other = 1;
  int x = 1;
  int seen[2] = {};
  int on_host[2] = {1, 1};

  #pragma omp target enter data map(to : x) device(first)
  x = 2;
  #pragma omp target enter data map(to : x) device(other)
  x = 3;
  #pragma omp target enter data map(to : x) device(first)

  #pragma omp target device(first) map(tofrom : x) map(from : seen[0 : 1], on_host[0 : 1])
  {
    seen[0] = x;
    x += 10;
    on_host[0] = omp_is_initial_device();
  }

  #pragma omp target device(other) map(tofrom : x) map(from : seen[1 : 1], on_host[1 : 1])
  {
    seen[1] = x;
    x += 20;
    on_host[1] = omp_is_initial_device();
  }

  claim.ran(on_host[0]);
  claim.ran(on_host[1]);
  claim.equal("value on the first device", seen[0], 1);
  claim.equal("value on the other device", seen[1], 2);
  claim.equal("value on the host", x, 3);

  #pragma omp target exit data map(from : x) device(other)
  claim.equal("copied back from the other device", x, 22);
  #pragma omp target exit data map(from : x) device(first)
  claim.holds("still present on the first device", omp_target_is_present(&x, first) != 0);
  claim.holds("no longer present on the other", omp_target_is_present(&x, other) == 0);
  #pragma omp target exit data map(from : x) device(first)
  claim.equal("copied back from the first device", x, 11);
  claim.holds("no longer present on the first", omp_target_is_present(&x, first) == 0);
  return claim.verdict();
}
