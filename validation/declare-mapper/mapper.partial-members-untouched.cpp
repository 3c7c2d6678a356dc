// mapper.partial-members-untouched
// OpenMP 5.0, section 5.8.8: members that the mapper does not list are not transferred.
// Observed: a member between two listed ones keeps what the host stored in it while the structure
// was mapped; bytes each way.
// Mutant: #pragma omp declare mapper(Layers l) map(tofrom : l.bottom, l.top) =>
// Mutant: map(tofrom : l.bottom, l.top) => map(tofrom : l)

#include "league/claim.hpp"

struct Layers {
  int bottom[4];
  int middle[4];
  int top[4];
};
#pragma omp declare mapper(Layers l) map(tofrom : l.bottom, l.top)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Layers layers = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  int* bottom = layers.bottom;
  int* top = layers.top;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : layers)
  {
    for (int i = 0; i < 4; ++i) {
      layers.bottom[i] = -1;
      layers.middle[i] = 500 + i;
      layers.top[i] = -1;
    }
    #pragma omp target map(tofrom : bottom[0 : 4], top[0 : 4]) map(from : on_host)
    {
      for (int i = 0; i < 4; ++i) {
        bottom[i] += 100;
        top[i] += 100;
      }
      on_host = omp_is_initial_device();
    }
  }

  claim.moved(before, 8 * sizeof(int), 9 * sizeof(int));
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("bottom", layers.bottom[i], i + 101);
    claim.equal("middle", layers.middle[i], i + 500);
    claim.equal("top", layers.top[i], i + 109);
  }
  return claim.verdict();
}
