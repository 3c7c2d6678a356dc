// target.depend.mutexinoutset
// OpenMP 5.0, section 15.9.1: target regions with the dependence type mutexinoutset on the same
// item exclude one another, in any order.
// Observed: eight deferred regions each read a present variable, take a while, and store the value
// plus one: no update is lost; a region that depends on them sees all.
// Seconds: 120
// Mutant: depend(mutexinoutset : x) => depend(in : x)
// Mutant: depend(in : x) =>

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
  constexpr int kRegions = 8;
  int x = 100;
  int seen = -1;
  int reader_on_host = 1;
  int on_host[kRegions];
  for (int& where : on_host) where = 1;

  #pragma omp target data map(tofrom : x)
  #pragma omp parallel num_threads(4)
  #pragma omp single
  {
    for (int i = 0; i < kRegions; ++i) {
      #pragma omp target nowait depend(mutexinoutset : x) map(tofrom : x) \
          map(from : on_host[i : 1]) firstprivate(i)
      {
        const int before = x;
        linger(5000000);
        x = before + 1;
        on_host[i] = omp_is_initial_device();
      }
    }

    #pragma omp target nowait depend(in : x) map(to : x) map(from : seen, reader_on_host)
    {
      seen = x;
      reader_on_host = omp_is_initial_device();
    }

    #pragma omp taskwait
  }

  for (const int where : on_host) claim.ran(where);
  claim.ran(reader_on_host);
  claim.equal("value after eight updates", x, 100 + kRegions);
  claim.equal("value seen by the reader", seen, 100 + kRegions);
  return claim.verdict();
}
