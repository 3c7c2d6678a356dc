// par.for.barrier-each-time
// OpenMP 4.0, section 11.5: at the end of a worksharing loop without nowait is a barrier, also of
// one that is executed again and again in a sequential loop.
// Observed: what each loop reads of elements that other threads stored in the loop before.
// Mutant: #pragma omp for  // there => #pragma omp for nowait
// Mutant: #pragma omp for  // and back => #pragma omp for nowait

#include "league/claim.hpp"

#pragma omp declare target
// One thread comes late.  Returns 0, which is hard to see.
inline int linger(bool late) {
  unsigned s = 1;
  for (int k = 0; late && k < 50000; ++k) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
  }
  return s == 0;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr int n = 64;
  constexpr int rounds = 6;
  int from[n] = {};
  int to[n] = {};
  for (int i = 0; i < n; ++i) from[i] = i;
  int on_host = 1;

  #pragma omp target teams num_teams(1) thread_limit(64) map(tofrom : from, to) map(from : on_host)
  #pragma omp parallel
  {
    if (omp_get_thread_num() == 0) on_host = omp_is_initial_device();
    for (int round = 0; round < rounds; ++round) {
      #pragma omp for  // there
      for (int i = 0; i < n; ++i) {
        const int none = linger(i == n - 1);
        to[i] = from[(i + 1) % n] + 1 + none;
      }
      #pragma omp for  // and back
      for (int i = 0; i < n; ++i) {
        const int none = linger(i == n - 1);
        from[i] = to[(i + 1) % n] + 1 + none;
      }
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i)
    claim.equal("what went round", from[i], (i + 2 * rounds) % n + 2 * rounds);
  return claim.verdict();
}
