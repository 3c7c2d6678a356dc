// info.error-compilation-warning.silent-at-run
// OpenMP 5.1, section 8.5: the message of an error directive at compile time is told when the
// program is compiled, and not when it runs.
// Observed: what the program writes to its error stream while it passes the directive.
// Where: host
// Contrast: at(compilation) => at(leisure)
// Mutant: at(compilation) => at(execution)

#include <unistd.h>

#include <cstdio>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  std::FILE* file = std::tmpfile();
  claim.needs(file != nullptr, "a temporary file");
  std::fflush(stderr);
  const int stream = dup(2);
  dup2(fileno(file), 2);
  #pragma omp error at(compilation) severity(warning) message("for the compiler's log alone")
  std::fflush(stderr);
  dup2(stream, 2);
  std::fseek(file, 0, SEEK_END);
  claim.equal("bytes written", std::ftell(file), 0L);
  std::fclose(file);
  return claim.verdict();
}
