// task.nowait-out-of-scope-data.aggregate
// OpenMP 4.5, section 13.8: structures and arrays that a deferred target region has as firstprivate
// are copied when the construct is encountered, as scalars are.
// Observed: structure and array as the region saw them, although it waits for a slow task and the
// originals have been changed since.
// Mutant: firstprivate(pair, array) => map(to : pair, array)

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

struct Pair {
  int first;
  double second;
};

int main() {
  league::Claim claim;
  int gate = 0;
  Pair pair = {21, 20.5};
  int array[3] = {23, 24, 25};
  int seen[3] = {};
  int first_seen = -1;
  double second_seen = -1.0;
  int on_host = 1;

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : gate)
    linger(80000000);

    #pragma omp target nowait depend(in : gate) firstprivate(pair, array) \
        map(from : seen, first_seen, second_seen, on_host)
    {
      first_seen = pair.first;
      second_seen = pair.second;
      for (int i = 0; i < 3; ++i) seen[i] = array[i];
      on_host = omp_is_initial_device();
    }

    pair.first = -1;
    pair.second = -1.0;
    for (int& element : array) element = -1;
    #pragma omp taskwait
  }

  claim.ran(on_host);
  claim.equal("first member seen", first_seen, 21);
  claim.equal("second member seen", second_seen, 20.5);
  for (int i = 0; i < 3; ++i) claim.equal("element seen", seen[i], 23 + i);
  return claim.verdict();
}
