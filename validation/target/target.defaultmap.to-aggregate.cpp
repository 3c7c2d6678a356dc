// target.defaultmap.to-aggregate
// OpenMP 5.0, section 5.8.7: defaultmap(to: aggregate) has unlisted arrays and structures mapped
// with type to: they are copied to the device, and do not come back.
// Observed: the values that the region saw; the originals after it stored others; bytes each way.
// Mutant: defaultmap(to : aggregate) =>
// Mutant: defaultmap(to : aggregate) => defaultmap(tofrom : aggregate)
// Mutant: defaultmap(to : aggregate) => defaultmap(alloc : aggregate)

#include "league/claim.hpp"

struct Pair {
  int first;
  double second;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int array[5] = {3, 1, 4, 1, 5};
  Pair pair = {9, 2.5};
  int sum = -1;
  double product = -1;
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target defaultmap(to : aggregate) map(from : sum, product, on_host)
  {
    sum = 0;
    for (int i = 0; i < 5; ++i) sum = 10 * sum + array[i];
    product = pair.first * pair.second;
    for (int i = 0; i < 5; ++i) array[i] = -i;
    pair.first = -1;
    pair.second = -2;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("digits of the array", sum, 31415);
  claim.equal("product of the members", product, 22.5);
  const int kept[5] = {3, 1, 4, 1, 5};
  for (int i = 0; i < 5; ++i) claim.equal("element of the original", array[i], kept[i]);
  claim.equal("first member of the original", pair.first, 9);
  claim.equal("second member of the original", pair.second, 2.5);
  claim.moved(before, sizeof array + sizeof pair, sizeof sum + sizeof product + sizeof on_host);
  return claim.verdict();
}
