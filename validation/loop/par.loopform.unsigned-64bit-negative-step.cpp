// par.loopform.unsigned-64bit-negative-step
// OpenMP 4.5, section 4.4.1: the iteration variable may be of an unsigned type and fall, also
// over the largest value of the signed type.
// Observed: each iteration runs once, with the value that the sequential loop gives it.
// Mutant: target teams distribute parallel for => target teams
// Mutant: i -= 7 => i -= 14

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int n = 1000;
  constexpr unsigned long long middle = 1ULL << 63;
  const unsigned long long top = middle + 3500;
  const unsigned long long bottom = top - 7ULL * n;
  int count[n] = {};
  int outside = 0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : count, outside, on_host)
  for (unsigned long long i = top; i > bottom; i -= 7) {
    const unsigned long long number = (top - i) / 7;
    if (number < n && (top - i) % 7 == 0) {
      #pragma omp atomic
      ++count[number];
    } else {
      #pragma omp atomic
      ++outside;
    }
    if (i == top) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("executions with another value", outside, 0);
  for (int i = 0; i < n; ++i) claim.equal("executions of an iteration", count[i], 1);
  return claim.verdict();
}
