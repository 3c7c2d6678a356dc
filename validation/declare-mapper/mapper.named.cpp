// mapper.named
// OpenMP 5.0, section 5.8.2: the mapper modifier of a map clause selects the mapper of that name
// instead of the default one.
// Observed: the named mapper brings back what the default one does not, and copies other bytes.
// Mutant: map(mapper(right_back), tofrom : pair) => map(tofrom : pair)
// Mutant: map(mapper(right_back), tofrom : pair) => map(mapper(default), tofrom : pair)

#include "league/claim.hpp"

struct Pair {
  int left[4];
  int right[8];
};
#pragma omp declare mapper(Pair p) map(tofrom : p.left) map(to : p.right)
#pragma omp declare mapper(right_back : Pair p) map(to : p.left) map(tofrom : p.right)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Pair pair = {{1, 2, 3, 4}, {5, 6, 7, 8, 9, 10, 11, 12}};
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target map(mapper(right_back), tofrom : pair) map(from : on_host)
  {
    for (int i = 0; i < 8; ++i) pair.right[i] += 10 * pair.left[i % 4];
    for (int i = 0; i < 4; ++i) pair.left[i] = -1;
    on_host = omp_is_initial_device();
  }

  claim.moved(before, sizeof pair, sizeof pair.right + sizeof on_host);
  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("left", pair.left[i], i + 1);
  for (int i = 0; i < 8; ++i) claim.equal("right", pair.right[i], i + 5 + 10 * (i % 4 + 1));
  return claim.verdict();
}
