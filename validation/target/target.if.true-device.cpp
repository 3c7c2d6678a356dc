// target.if.true-device
// OpenMP 4.5, section 3.4: the modifier of an if clause names the construct it applies to: with
// target, the condition decides about the device; with another name it leaves the device alone.
// Observed: both regions run on the device; the one whose parallel part is switched off has one
// thread.
// Mutant: if (target : always) => if (target : !always)
// Mutant: if (parallel : !always) => if (target : !always)
// Mutant: if (parallel : !always) => if (parallel : always)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int condition = 1;
  const bool always = condition != 0;
  int first_on_host = 1;
  int second_on_host = 1;
  int threads = 0;
  int value = 0;

  #pragma omp target if (target : always) map(from : first_on_host, value)
  {
    first_on_host = omp_is_initial_device();
    value = 7;
  }

  claim.ran(first_on_host);
  claim.equal("value from the region", value, 7);

  #pragma omp target parallel num_threads(4) if (parallel : !always) map(tofrom : threads) \
      map(from : second_on_host)
  {
    #pragma omp atomic update
    ++threads;
    #pragma omp single
    second_on_host = omp_is_initial_device();
  }

  claim.ran(second_on_host);
  claim.equal("threads with if(parallel: false)", threads, 1);
  return claim.verdict();
}
