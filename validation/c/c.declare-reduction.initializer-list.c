// c.declare-reduction.initializer-list
// OpenMP 4.0, section 5.5.11: in C, without constructors, the private copies of a declared
// reduction of a structure get their value from a list of initialisers for omp_priv, designated
// ones too.
// Observed: smallest and largest value, how many there were, and the largest odd one; each differs
// if a copy began with anything else.
// Mutant: .low = 1 << 30}) => .low = 0})
// Mutant: omp_priv = {.high = -(1 => omp_priv = {.high = (1

#include "league/claim.h"

enum { kCount = 300 };
struct range {
  int count;
  int low;
  int high;
};

#pragma omp declare target
static struct range joined(struct range a, struct range b) {
  return (struct range){a.count + b.count, a.low < b.low ? a.low : b.low,
                        a.high > b.high ? a.high : b.high};
}
#pragma omp end declare target
#pragma omp declare reduction(join : struct range : omp_out = joined(omp_out, omp_in)) \
    initializer(omp_priv = {.high = -(1 << 30), .low = 1 << 30})

int main(void) {
  struct range all = {.count = 7, .low = 1 << 30, .high = -(1 << 30)};
  struct range own = {.count = 7, .low = 7, .high = 7};
  struct range odd = {.count = 7, .low = 7, .high = -(1 << 30)};
  int begun = 7;
  int on_host = 1;

  #pragma omp target teams distribute parallel for reduction(join : all, own, odd) \
      map(tofrom : all, odd, on_host, begun)
  for (int i = 0; i < kCount; ++i) {
    const int value = (i * 7) % kCount + 50;
    ++all.count;
    if (value % 2 == 1 && value > odd.high) odd.high = value;
    if (value < all.low) all.low = value;
    if (value > all.high) all.high = value;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own.low < odd.low ? own.low : odd.low;
    }
  }

  league_ran(on_host);
  league_equal("copies begin with", begun, 1 << 30);
  league_equal("values", all.count, 7 + kCount);
  league_equal("smallest", all.low, 50);
  league_equal("largest", all.high, kCount + 49);
  league_equal("largest odd one", odd.high, kCount + 49);
  return league_verdict();
}
