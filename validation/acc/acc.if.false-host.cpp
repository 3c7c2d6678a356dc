// acc.if.false-host
// OpenACC 1.0, section 2.5.6 (unchecked): a compute construct whose if clause is false is executed
// by the host.
// Observed: where two regions ran that differ in the condition alone.
// Mutant: if (never) => if (!never)

#include <openacc.h>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int on_host = 1;
  volatile int condition = 0;
  const bool never = condition != 0;
  int where = 0;
  #pragma acc parallel num_gangs(1) if (never) copy(where)
  where = acc_on_device(acc_device_host);
  claim.equal("if(false): is it the host?", where != 0 ? 1 : 0, 1);
  #pragma acc parallel num_gangs(1) if (!never) copy(on_host)
  on_host = acc_on_device(acc_device_host);
  claim.ran(on_host);
  return claim.verdict();
}
