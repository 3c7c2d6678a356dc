// info.error-execution-fatal
// OpenMP 5.1, section 8.5: an error directive at execution time with severity fatal tells its
// message and ends the program.
// Observed: the program does not come past it, and printed the message once.
// Where: host
// Expect: terminates
// Prints: here the program ends
// Mutant: severity(fatal) => severity(warning)
// Mutant: at(execution) => at(compilation)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.must_end_here();
  #pragma omp error at(execution) severity(fatal) message("here the program ends")
  return claim.survived();
}
