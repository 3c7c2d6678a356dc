// c.alignas
// OpenMP 4.5, section 7.8.1, 13.8: the alignment that _Alignas of C11 demands holds for variables
// that a region declares and for the device's copies of declare-target variables.
// Observed: addresses in the region, modulo the alignment; values beside them.
// Mutant: _Alignas(64) char local[3] = { => char space[65], *local = space + 1; char from[3] = {
// Mutant: (uintptr_t)aligned % 128 => (uintptr_t)(aligned + 1) % 128

#include <stdint.h>

#include "league/claim.h"

struct padded {
  _Alignas(32) int a;
};
#pragma omp declare target
char before = 1;
_Alignas(128) char aligned[3] = {2, 3, 4};
#pragma omp end declare target

int main(void) {
  int rest[3] = {-1, -1, -1};
  int sum = 0;
  int on_host = 1;

  #pragma omp target map(from : rest, sum, on_host)
  {
    char odd = 5;
    _Alignas(64) char local[3] = {6, 7, 8};
    struct padded padded[2] = {{10}, {20}};
    _Static_assert(sizeof padded == 64, "two of 32 bytes each");
    rest[0] = (int)((uintptr_t)aligned % 128);
    rest[1] = (int)((uintptr_t)local % 64);
    rest[2] = (int)((uintptr_t)&padded[1] % 32);
    sum = before + aligned[2] + odd + local[2] + padded[1].a;
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("declare-target variable", rest[0], 0);
  league_equal("variable of the region", rest[1], 0);
  league_equal("structure of the region", rest[2], 0);
  league_equal("sum", sum, 1 + 4 + 5 + 8 + 20);
  return league_verdict();
}
