// c.declare-target.padding
// OpenMP 4.5, section 7.8.1: a structure with padding between its members is a type like others for
// a declare-target variable, alone and in an array, with an initialiser or without one.
// Observed: every member on the device, from the initialisers, the host's copies being poisoned.
// Mutant: .large = 2.5 => .large = 3.5
// Mutant: {5, 0.25} => {6, 0.25}

#include "league/claim.h"

struct padded {
  char small;
  double large;
};
#pragma omp declare target
struct padded one = {.small = 1, .large = 2.5};
struct padded two[2] = {{5, 0.25}, {7, 0.125}};
struct padded none;
#pragma omp end declare target

int main(void) {
  league_needs_separate_memory();
  one.small = two[0].small = two[1].small = none.small = -1;
  one.large = two[0].large = two[1].large = none.large = -1;
  int small[4] = {0};
  double large[4] = {0};
  int on_host = 1;

  #pragma omp target map(from : small, large, on_host)
  {
    for (int i = 0; i < 4; ++i) {
      const struct padded* from = i == 0 ? &one : i == 3 ? &none : &two[i - 1];
      small[i] = from->small;
      large[i] = from->large;
    }
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  const int expected_small[4] = {1, 5, 7, 0};
  const double expected_large[4] = {2.5, 0.25, 0.125, 0};
  for (int i = 0; i < 4; ++i) {
    league_equal("small member", small[i], expected_small[i]);
    league_equal("large member", large[i], expected_large[i]);
  }
  return league_verdict();
}
