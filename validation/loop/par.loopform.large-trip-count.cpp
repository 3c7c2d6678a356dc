// par.loopform.large-trip-count
// OpenMP 4.5, section 4.4.1: bounds, step and number of iterations may exceed 32 bits.
// Observed: executions of the first and of the last thousand of 2^32 + 1000 iterations, and of
// each iteration of a loop with a step of 2^33.
// Mutant: first + many + edge => first + edge

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int edge = 1000;
  constexpr long long first = -5000000000LL;
  constexpr long long many = 1LL << 32;
  const long long last = first + many + edge;
  int low[edge] = {};
  int high[edge] = {};
  int strided[edge] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : low, high, on_host)
  for (long long i = first; i < last; ++i) {
    if (i - first < edge) {
      #pragma omp atomic
      ++low[i - first];
      if (i == first) on_host = omp_is_initial_device();
    }
    if (i - first >= many) {
      #pragma omp atomic
      ++high[i - first - many];
    }
  }
  claim.ran(on_host);

  on_host = 1;
  const long long step = 1LL << 33;
  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : strided, on_host)
  for (long long i = 0; i < edge * step; i += step) {
    #pragma omp atomic
    ++strided[i / step];
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);

  for (int i = 0; i < edge; ++i) {
    claim.equal("executions of an early iteration", low[i], 1);
    claim.equal("executions of a late iteration", high[i], 1);
    claim.equal("executions with a large step", strided[i], 1);
  }
  return claim.verdict();
}
