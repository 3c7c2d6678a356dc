// data.host-executes-body
// OpenMP 4.5, section 13.5: the body of a target data construct is executed by the thread that
// encounters the construct; only the target regions in it run on the device.
// Observed: what the body says about its place; what it stores in a mapped variable changes the
// host's copy and not the one the region sees.
// Mutant: #pragma omp target data map(to : x) =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x = 1;
  int seen = 0;
  int on_host = 1;
  int body_on_host = 0;
  int executions = 0;

  #pragma omp target data map(to : x)
  {
    ++executions;
    body_on_host = omp_is_initial_device();
    x = 2;
    #pragma omp target map(to : x) map(from : seen, on_host)
    {
      seen = x;
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.holds("the body ran on the host", body_on_host != 0);
  claim.equal("executions of the body", executions, 1);
  claim.equal("x as the body left it", x, 2);
  claim.equal("x as the region saw it", seen, 1);
  return claim.verdict();
}
