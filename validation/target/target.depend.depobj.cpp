// target.depend.depobj
// OpenMP 5.0, section 15.9.4: a depend object stands for the dependence it was made from; target
// regions that name it are ordered as if they named the item.
// Observed: the value after a slow host task and five slow deferred regions whose steps do not
// commute.
// Mutant: depend(depobj : order) =>

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
  int on_host[5] = {1, 1, 1, 1, 1};
  omp_depend_t order;
  #pragma omp depobj(order) depend(inout : x)

  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    #pragma omp task depend(out : x)
    {
      linger(80000000);
      x = 2;
    }

    for (int i = 0; i < 5; ++i) {
      #pragma omp target nowait depend(depobj : order) map(tofrom : x) map(from : on_host[i : 1]) \
          firstprivate(i)
      {
        const int before = x;
        linger(5000000);
        x = 3 * before + i;
        on_host[i] = omp_is_initial_device();
      }
    }

    #pragma omp taskwait
  }
  #pragma omp depobj(order) destroy

  int expected = 2;
  for (int i = 0; i < 5; ++i) expected = 3 * expected + i;
  for (const int where : on_host) claim.ran(where);
  claim.equal("value after five regions", x, expected);
  return claim.verdict();
}
