// red.declare-induction
// OpenMP 6.0, section 7.6.17: declare_induction defines how a type is stepped, and induction uses
// it.
// Observed: the value in every iteration.
// Seconds: 5
// Mutant: Pair p = {5} => Pair p = {6}
// Mutant: seen[i] = p.a => seen[i] = p.a + 1

#include "league/claim.hpp"

struct Pair {
  int a;
};
#pragma omp declare_induction(next:Pair : int) inductor(omp_var.a += omp_step) \
    collector(omp_step* omp_idx)

int main() {
  league::Claim claim;
  constexpr int n = 20;
  int seen[n] = {};
  Pair p = {5};
  int on_host = 1;
  #pragma omp target parallel for map(tofrom : seen, p, on_host) induction(step(3), next : p)
  for (int i = 0; i < n; ++i) {
    seen[i] = p.a;
    p.a += 3;
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("value", seen[i], 5 + 3 * i);
  return claim.verdict();
}
