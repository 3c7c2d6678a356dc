// cxx.decl-attribute
// OpenMP 6.0, section 5.1: the attribute omp::decl puts a declarative directive on a declaration.
// Observed: the variable on the device.
// Flags: -Werror=attributes
// Mutant: kept = 5; => kept = 6;
// Mutant: seen = kept => seen = kept + 1

#include "league/claim.hpp"

[[omp::decl(declare_target)]] static int kept = 5;

int main() {
  league::Claim claim;
  int seen = 0;
  int on_host = 1;
  kept = 50;
  #pragma omp target map(from : seen, on_host)
  {
    seen = kept;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("seen", seen, 5);
  return claim.verdict();
}
