// variant.construct-target-teams-parallel-for
// OpenMP 5.0, section 7.3: a construct selector with several constructs matches where all of them
// enclose the call in that order; a combined construct counts as each of its parts.
// Observed: which function each iteration of the combined construct called, and the one called
// where only some of the constructs enclose it.
// Mutant: target, teams, parallel, for => target, teams
// Mutant: target, teams, parallel, for => parallel, for, target

#include "league/claim.hpp"

int in_loop() { return 2; }
#pragma omp declare variant(in_loop) match(construct = {target, teams, parallel, for })
int chosen() { return 1; }

int main() {
  league::Claim claim;
  int seen[32];
  for (int i = 0; i < 32; ++i) seen[i] = 0;
  int in_teams = 0;
  int on_host = 1;

  #pragma omp target teams distribute parallel for map(tofrom : seen, on_host)
  for (int i = 0; i < 32; ++i) {
    seen[i] += chosen();
    if (i == 0) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < 32; ++i) claim.equal("choice of an iteration", seen[i], 2);

  #pragma omp target teams distribute map(tofrom : in_teams, on_host)
  for (int i = 0; i < 1; ++i) {
    in_teams = chosen();
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("choice without parallel", in_teams, 1);
  claim.equal("choice outside", chosen(), 1);
  return claim.verdict();
}
