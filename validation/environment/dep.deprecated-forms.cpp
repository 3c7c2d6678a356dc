// dep.deprecated-forms
// OpenMP 5.2, section 1.7: what is deprecated still works until a later version removes it: master,
// default in metadirective, the reduction operator -, and depend(source) and depend(sink).
// Observed: the result of each form, on the device where the form allows it.
// Mutant: reduction(- : left) => reduction(* : left)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  int left = 100;
  int masters = 0;
  int chosen[8] = {};
  int chain[30] = {};
  int on_host = 1;

  #pragma omp target parallel map(tofrom : masters, on_host)
  {
    #pragma omp master
    {
      ++masters;
      on_host = omp_is_initial_device();
    }
  }
  claim.ran(on_host);

  #pragma omp target teams distribute parallel for reduction(- : left) map(tofrom : left)
  for (int i = 0; i < 16; ++i) left -= 1;

  #pragma omp target map(tofrom : chosen)
  {
    #pragma omp metadirective when(user = {condition(false)} : simd) default(parallel for)
    for (int i = 0; i < 8; ++i) ++chosen[i];
  }

  #pragma omp parallel for ordered(1)
  for (int i = 1; i < 30; ++i) {
    #pragma omp ordered depend(sink : i - 1)
    chain[i] = chain[i - 1] + 1;
    #pragma omp ordered depend(source)
  }

  claim.equal("threads that ran master", masters, 1);
  claim.equal("reduction with -", left, 84);
  for (int one : chosen) claim.equal("iterations of the default variant", one, 1);
  for (int i = 0; i < 30; ++i) claim.equal("element of the chain", chain[i], i);
  return claim.verdict();
}
