// par.parallel-serial-parallel-mix
// OpenMP 4.0, section 10.1: code between two parallel regions of a target region runs once, by
// one thread; it sees all results of the first, and the second sees its.
// Observed: executions and results of the serial parts and of both loops.
// Mutant: #pragma omp parallel for num_threads(4) => #pragma omp parallel num_threads(4)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 200;
  int first[n] = {};
  int second[n] = {};
  int serial = 0;
  int between = 0;
  int total = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : first, second, serial, between, total) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    ++serial;
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      first[i] += i + 1;
    }
    ++serial;
    for (int i = 0; i < n; ++i) between += first[i];
    #pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; ++i) {
      #pragma omp atomic
      second[i] += between - i;
    }
    ++serial;
    for (int i = 0; i < n; ++i) total += second[i];
  }

  claim.ran(on_host);
  constexpr int sum = n * (n + 1) / 2;
  claim.equal("executions of the serial parts", serial, 3);
  claim.equal("sum that the serial part sees", between, sum);
  claim.equal("sum that the last part sees", total, n * sum - n * (n - 1) / 2);
  for (int i = 0; i < n; ++i) claim.equal("result of the first loop", first[i], i + 1);
  for (int i = 0; i < n; ++i) claim.equal("result of the second loop", second[i], sum - i);
  return claim.verdict();
}
