// target.recursion-depth
// OpenMP 4.5, section 13.8: a recursive function called in a target region gives the right result
// also at a depth of 1000 calls.
// Observed: each call adds what it finds through the pointers to all of its callers' variables.
// Mutant: descend(1, nullptr => descend(2, nullptr
// Mutant: frame.depth + below => below

#include "league/claim.hpp"

#pragma omp declare target
struct Frame {
  int depth;
  const Frame* caller;
};

// The depth of this call, of all calls above it (found through their frames), and of those below.
long descend(int depth, const Frame* caller, int most);

long descend(int depth, const Frame* caller, int most) {
  const Frame frame = {depth, caller};
  long below = 0;
  if (depth < most) below = descend(depth + 1, &frame, most);
  if (depth % 100 == 0)
    for (const Frame* one = caller; one != nullptr; one = one->caller) below += one->depth;
  return frame.depth + below;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  volatile int depth = 1000;
  const int most = depth;
  long sum = -1;
  int on_host = 1;

  #pragma omp target map(from : sum, on_host)
  {
    sum = descend(1, nullptr, most);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  long expected = 0;
  for (int i = 1; i <= most; ++i) {
    expected += i;
    if (i % 100 == 0)
      for (int j = 1; j < i; ++j) expected += j;
  }
  claim.equal("sum over all calls", sum, expected);
  return claim.verdict();
}
