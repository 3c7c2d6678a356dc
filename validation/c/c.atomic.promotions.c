// c.atomic.promotions
// OpenMP 4.5, section 15.8.4: an atomic update of a variable narrower than int computes in the type
// that C's conversions give and converts the result; x = x op expr and x = expr op x are both
// forms.
// Observed: what 96 updates leave in variables of narrow types and of _Bool; their neighbours.
// Mutant: bytes[1] = bytes[1] + 250 => bytes[1] = bytes[1] + 249
// Mutant: flag = flag | (i == 40) => flag = flag & (i == 40)

#include "league/claim.h"

enum { kCount = 96 };

int main(void) {
  unsigned char bytes[3] = {7, 9, 7};
  short small = 3;
  _Bool flag = 0;
  signed char minus = 0;
  float scaled = 1;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : bytes, small, flag, minus) \
      map(tofrom : scaled, on_host)
  for (int i = 0; i < kCount; ++i) {
    #pragma omp atomic update
    bytes[1] = bytes[1] + 250;
    #pragma omp atomic update
    small = i * 5 + small;
    #pragma omp atomic update
    flag = flag | (i == 40);
    #pragma omp atomic update
    minus = 1 - minus;
    #pragma omp atomic update
    scaled *= i % 2 ? 2 : 0.5;
    if (i == 0) on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("unsigned char, which wraps", bytes[1], (9 + 250 * kCount) % 256);
  league_equal("byte before", bytes[0], 7);
  league_equal("byte behind", bytes[2], 7);
  league_equal("short", small, 3 + 5 * (kCount * (kCount - 1) / 2));
  league_equal("_Bool", flag, 1);
  league_equal("expression before the operator", minus, 0);
  league_equal("float with double", scaled, 1.0F);
  return league_verdict();
}
