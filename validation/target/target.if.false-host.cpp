// target.if.false-host
// OpenMP 4.5, section 3.4: a target region whose if clause is false is executed by the host.
// Observed: where two regions ran that differ in the condition alone; nothing is launched for the
// one with the false condition.
// Mutant: if (never) => if (!never)
// Mutant: if (never) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int condition = 0;
  const bool never = condition != 0;
  int where = 0;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target if (never) map(from : where)
  where = omp_is_initial_device();

  claim.equal("if(false): is it the host?", where != 0 ? 1 : 0, 1);
  claim.launched(before, 0);

  #pragma omp target if (!never) map(from : on_host)
  on_host = omp_is_initial_device();

  claim.ran(on_host);
  return claim.verdict();
}
