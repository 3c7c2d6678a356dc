// env.OMP_THREADS_RESERVE
// OpenMP 6.0, section 4.3.10: OMP_THREADS_RESERVE keeps threads for structured parallelism and
// free agents; a runtime of that version displays it among its variables.
// Observed: the name in the display of the environment; a region that still has its threads.
// Where: host
// Environment: OMP_THREADS_RESERVE=structured(2),free_agent(1)
// Mutant: "OMP_THREADS_RESERVE" => "OMP_THREADS_PRESERVE"

#include "displayed.hpp"
#include "league/claim.hpp"

int main() {
  league::Claim claim;
  const std::string display = displayed();
  claim.needs(announced(display) >= 202411, "a runtime that announces OpenMP 6.0");
  int threads = 0;
  #pragma omp parallel num_threads(2) reduction(+ : threads)
  threads += omp_get_level();
  claim.holds("threads", threads >= 1);
  claim.holds("it is displayed", display.find("OMP_THREADS_RESERVE") != std::string::npos);
  return claim.verdict();
}
