// dt.const-table
// OpenMP 4.5, section 7.8.1: a constant table between declare target and end declare target is part
// of the device's program; no region maps it.
// Observed: the values that a device function looks up; bytes each way.
// Mutant: table[(i + shift) % 8] => table[i]

#include "league/claim.hpp"

#pragma omp declare target
static const int table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
int look_up(int i, int shift) { return table[(i + shift) % 8]; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  volatile int given = 3;
  const int shift = given;
  int value[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(from : value, on_host) firstprivate(shift)
  {
    on_host = omp_is_initial_device();
    for (int i = 0; i < 8; ++i) value[i] = look_up(i, shift);
  }
  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("value looked up", value[i], 1 << (i + 3) % 8);
  if (!on_host) claim.moved(before, 0, sizeof value + sizeof on_host);
  return claim.verdict();
}
