// What the claims opt.* share: one program with a bit of everything, compiled with other flags
// each.
#pragma once

#include "league/claim.hpp"

#pragma omp declare target
int table[8];
inline double mean(double a, double b) { return (a + b) / 2; }
#pragma omp end declare target

/// Claims that a small program gives its result.  `shift` is added to an array in a region; it is 0
/// unless somebody wants to see the claim fail.
inline int small_program(double shift) {
  league::Claim claim;
  claim.needs_separate_memory();
  const int n = 64;
  double x[n];
  double y[n];
  int steps[4] = {};
  long sum = 1000;
  int on_host = 1;
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    y[i] = 2 * i;
  }

  #pragma omp target data map(to : x) map(tofrom : y[0 : n])
  {
    for (double& one : x) one = -1;  // nobody may read these
    #pragma omp target teams distribute parallel for reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < n; ++i) {
      y[i] = mean(x[i], y[i]) + 0.5 * x[i] + shift;
      sum += i;
    }
    #pragma omp target map(tofrom : steps, on_host)
    {
      int together = 0;
      #pragma omp parallel num_threads(4) shared(together)
      {
        #pragma omp for
        for (int i = 0; i < 4; ++i) steps[i] = i + 1;
        #pragma omp for reduction(+ : together)
        for (int i = 0; i < 4; ++i) together += steps[3 - i];
      }
      for (int i = 0; i < 8; ++i) table[i] = together + i;
      on_host = omp_is_initial_device();
    }
  }
  #pragma omp target update from(table)

  claim.ran(on_host);
  claim.equal("reduction", sum, 1000L + n * (n - 1) / 2);
  for (int i = 0; i < n; ++i) claim.equal("mapped array", y[i], 2.0 * i);
  for (int i = 0; i < 8; ++i) claim.equal("table of the device", table[i], 10 + i);
  return claim.verdict();
}
