// info.error-execution-warning
// OpenMP 5.1, section 8.5: an error directive at execution time with severity warning tells its
// message when it is reached and lets the program go on.
// Observed: the message is printed once although the directive stands in the program twice, since
// only one of the two is reached.
// Where: host
// Prints: here the program warns
// Mutant: severity(warning) => severity(fatal)
// Mutant: given > 10 => given > 0

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  volatile int given = 1;
  int reached = 0;
  #pragma omp error at(execution) severity(warning) message("here the program warns")
  reached = 1;
  if (given > 10) {
    #pragma omp error at(execution) severity(warning) message("here the program warns")
    reached = 2;
  }
  claim.equal("statement reached", reached, 1);
  return claim.verdict();
}
