// target.depend.out-in-chain
// OpenMP 4.5, section 15.9.5: depend clauses order tasks on the host and deferred target regions
// that name the same item.
// Observed: the value after a host task, two regions and a host task whose steps do not commute;
// the first ones take a while.
// Mutant: depend(inout : x) =>
// Mutant: depend(out : x) =>

#include "league/claim.hpp"

#pragma omp declare target
int never = 0;

// Takes a while: what does not wait for it comes too early.
inline void linger(int steps) {
  unsigned s = 1;
  for (int i = 0; i < steps; ++i) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
  }
  if (s == 0) ++never;  // it never is, but that is hard to see
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int x = 1;
  int last = -1;
  int first_on_host = 1;
  int second_on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : x)
    {
      linger(80000000);
      x += 3;
    }

    #pragma omp target nowait depend(inout : x) map(tofrom : x) map(from : first_on_host)
    {
      linger(10000000);
      x *= 5;
      first_on_host = omp_is_initial_device();
    }

    #pragma omp target nowait depend(inout : x) map(tofrom : x) map(from : second_on_host)
    {
      x -= 2;
      second_on_host = omp_is_initial_device();
    }

    #pragma omp task depend(in : x)
    last = 7 * x;
  }

  claim.ran(first_on_host);
  claim.ran(second_on_host);
  claim.equal("value behind the chain", x, (1 + 3) * 5 - 2);
  claim.equal("value seen by the last task", last, 7 * 18);
  return claim.verdict();
}
