// target.defaultmap.from-aggregate
// OpenMP 5.0, section 5.8.7: defaultmap(from: aggregate) has unlisted arrays and structures mapped
// with type from: they come back, and are not copied to the device.
// Observed: the values the region stored; bytes each way.
// Mutant: defaultmap(from : aggregate) =>
// Mutant: defaultmap(from : aggregate) => defaultmap(to : aggregate)
// Mutant: defaultmap(from : aggregate) => defaultmap(firstprivate : aggregate)

#include "league/claim.hpp"

struct Pair {
  int first;
  double second;
};

int main() {
  league::Claim claim;
  int array[5] = {-1, -1, -1, -1, -1};
  Pair pair = {-1, -1.0};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target defaultmap(from : aggregate) map(from : on_host)
  {
    for (int i = 0; i < 5; ++i) array[i] = 7 * i;
    pair.first = 3;
    pair.second = 0.75;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 5; ++i) claim.equal("element of the array", array[i], 7 * i);
  claim.equal("first member", pair.first, 3);
  claim.equal("second member", pair.second, 0.75);
  if (on_host == 0) claim.moved(before, 0, sizeof array + sizeof pair + sizeof on_host);
  return claim.verdict();
}
