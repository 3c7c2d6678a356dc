// info.error-compilation-warning
// OpenMP 5.1, section 8.5: an error directive at compile time with severity warning tells its
// message and lets the compilation go on.
// Observed: the message stands in the log; the program runs.
// Where: build
// Diagnostic: this is told and nothing more
// Mutant: severity(warning) => severity(fatal)
// Mutant: message("this is told and nothing more") =>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int reached = 0;
  #pragma omp error at(compilation) severity(warning) message("this is told and nothing more")
  reached = 1;
  claim.equal("statement behind the directive", reached, 1);
  return claim.verdict();
}
