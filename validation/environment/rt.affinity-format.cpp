// rt.affinity-format
// OpenMP 5.0, section 18.3.8: omp_set_affinity_format sets the text that omp_get_affinity_format
// returns and omp_capture_affinity fills in for the calling thread.
// Observed: the format that comes back; nesting level and thread number as filled in.
// Where: host
// Mutant: "level 1 thread 0" => "level 0 thread 0"
// Mutant: set_affinity_format("level %L thread %n") => set_affinity_format("level %L")

#include <cstring>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  omp_set_affinity_format("level %L thread %n");
  char told[64] = "";
  const size_t size = omp_get_affinity_format(told, sizeof told);
  claim.equal("length of the format", size, std::strlen("level %L thread %n"));
  claim.holds("the format", std::strcmp(told, "level %L thread %n") == 0);
  char captured[64] = "";
  #pragma omp parallel num_threads(2) shared(captured)
  if (omp_get_thread_num() == 0) omp_capture_affinity(captured, sizeof captured, nullptr);
  claim.holds("level and thread", std::strcmp(captured, "level 1 thread 0") == 0);
  return claim.verdict();
}
