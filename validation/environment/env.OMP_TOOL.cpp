// env.OMP_TOOL
// OpenMP 5.0, section 21.3.1: with OMP_TOOL=disabled the runtime neither looks for a tool nor
// starts one.
// Observed: the program's own ompt_start_tool is not called; a region runs all the same.
// Environment: OMP_TOOL=disabled
// Flags: -Wl,--allow-multiple-definition -Wl,--export-dynamic-symbol=ompt_start_tool
// Mutant: static int asked = 0; => static int asked = 1;

#include "league/claim.hpp"

static int asked = 0;

// Comes before the one that all claims are linked with.
extern "C" void* ompt_start_tool(unsigned, const char*) {
  ++asked;
  return nullptr;
}

int main() {
  league::Claim claim;
  int x = 20;
  int on_host = 1;

  #pragma omp target map(tofrom : x) map(from : on_host)
  {
    ++x;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("value from the region", x, 21);
  claim.equal("times the runtime asked for a tool", asked, 0);
  return claim.verdict();
}
