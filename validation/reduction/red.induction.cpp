// red.induction
// OpenMP 6.0, section 7.6.13: induction gives a variable a closed form over the iterations of a
// loop.
// Observed: the value in every iteration, and behind the loop.
// Seconds: 5
// Mutant: int x = 3 => int x = 4
// Mutant: seen[i] = x => seen[i] = x + 1

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 50;
  int seen[n];
  int x = 3;
  int on_host = 1;
  for (int& one : seen) one = -1;
  #pragma omp target parallel for map(tofrom : seen, x, on_host) induction(step(2), + : x)
  for (int i = 0; i < n; ++i) {
    seen[i] = x;
    x += 2;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("value in an iteration", seen[i], 3 + 2 * i);
  claim.equal("value behind the loop", x, 3 + 2 * n);
  return claim.verdict();
}
