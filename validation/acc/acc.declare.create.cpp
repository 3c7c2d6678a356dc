// acc.declare.create
// OpenACC 1.0, section 2.13 (unchecked): a global variable of a declare create directive has
// memory on the device for the whole program.
// Observed: a routine sees what update brought, not what the host stored since.
// Mutant: update device(table) => update self(table)

#include <openacc.h>

#include "league/claim.hpp"

int table[4];
#pragma acc declare create(table)
#pragma acc routine seq
int sum_of_table() { return table[0] + table[1] + table[2] + table[3]; }

int main() {
  league::Claim claim;
  int on_host = 1;
  claim.needs_separate_memory();
  for (int i = 0; i < 4; ++i) table[i] = i + 1;
  #pragma acc update device(table)
  for (int i = 0; i < 4; ++i) table[i] = -1;
  int seen = 0;
  #pragma acc parallel num_gangs(1) copyout(seen, on_host)
  {
    seen = sum_of_table();
    on_host = acc_on_device(acc_device_host);
  }
  claim.ran(on_host);
  claim.equal("sum seen by the routine", seen, 10);
  claim.equal("on the host", table[0], -1);
  return claim.verdict();
}
