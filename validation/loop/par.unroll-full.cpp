// par.unroll-full
// OpenMP 5.1, section 9.2: unroll full replaces a loop by a copy of its body for each iteration;
// the result is that of the loop.
// Observed: each iteration runs once, in order.
// Hint: unrolling changes no result; the mutants show that the claim sees further executions.
// Mutant: #pragma omp unroll full => #pragma omp parallel num_threads(2)
// Mutant: target map(tofrom : count, place) => target map(to : count, place)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 13;
  int count[n] = {};
  int place[n] = {};
  int on_host = 1;

  #pragma omp target map(tofrom : count, place) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    int next = 100;
    #pragma omp unroll full
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      ++count[i];
      #pragma omp atomic capture
      place[i] = next++;
    }
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) {
    claim.equal("executions of an iteration", count[i], 1);
    claim.equal("its place in the order", place[i], 100 + i);
  }
  return claim.verdict();
}
