// target.defaultmap.firstprivate-aggregate
// OpenMP 5.0, section 5.8.7: defaultmap(firstprivate: aggregate) makes unlisted arrays and
// structures firstprivate: they arrive by value, and the originals stay as they are.
// Observed: the values as the region saw them; the originals although it overwrites its copies.
// Mutant: defaultmap(firstprivate : aggregate) =>
// Mutant: defaultmap(firstprivate : aggregate) => defaultmap(alloc : aggregate)

#include "league/claim.hpp"

struct Pair {
  int first;
  double second;
};

int main() {
  league::Claim claim;
  int array[4] = {4, 3, 2, 1};
  Pair pair = {8, 0.5};
  int seen[4] = {};
  int first_seen = -1;
  double second_seen = -1.0;
  int on_host = 1;

  #pragma omp target defaultmap(firstprivate : aggregate) \
      map(from : seen, first_seen, second_seen, on_host)
  {
    for (int i = 0; i < 4; ++i) {
      seen[i] = array[i];
      array[i] = -1;
    }
    first_seen = pair.first;
    second_seen = pair.second;
    pair.first = 0;
    pair.second = 0.0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("element seen by the region", seen[i], 4 - i);
    claim.equal("element of the original", array[i], 4 - i);
  }
  claim.equal("first member seen", first_seen, 8);
  claim.equal("second member seen", second_seen, 0.5);
  claim.equal("first member of the original", pair.first, 8);
  claim.equal("second member of the original", pair.second, 0.5);
  return claim.verdict();
}
