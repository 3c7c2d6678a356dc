// update.mapper
// OpenMP 5.0, section 5.9: with a mapper modifier, target update moves what that mapper lists, in
// the direction of the clause.
// Observed: two members, of which the named mapper lists one and the default mapper the other: the
// region sees only the first one changed, and only the first one comes back; bytes each way.
// Mutant: to(mapper(only_right) : pair) => to(pair)
// Mutant: from(mapper(only_right) : pair) => from(pair)

#include "league/claim.hpp"

struct Pair {
  int left[4];
  int right[4];
};
#pragma omp declare mapper(Pair p) map(tofrom : p.left)
#pragma omp declare mapper(only_right : Pair p) map(tofrom : p.right)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Pair pair = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  Pair seen = {};
  int on_host = 1;
  int* left = pair.left;
  int* right = pair.right;

  // All of it is mapped, by its bytes: neither mapper has a part in that.
  char* bytes = reinterpret_cast<char*>(&pair);
  const int size = sizeof pair;
  #pragma omp target enter data map(to : bytes[0 : size])
  for (int i = 0; i < 4; ++i) {
    pair.left[i] += 100;
    pair.right[i] += 100;
  }
  auto before = league::counted();
  #pragma omp target update to(mapper(only_right) : pair)
  claim.moved(before, sizeof pair.right, 0);
  #pragma omp target map(tofrom : left[0 : 4], right[0 : 4]) map(from : on_host) \
      map(from : seen.left, seen.right)
  {
    for (int i = 0; i < 4; ++i) {
      seen.left[i] = left[i];
      seen.right[i] = right[i];
      left[i] = right[i] = 1000 + i;
    }
    on_host = omp_is_initial_device();
  }
  before = league::counted();
  #pragma omp target update from(mapper(only_right) : pair)
  claim.moved(before, 0, sizeof pair.right);
  #pragma omp target exit data map(release : bytes[0 : size])

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) {
    claim.equal("left on the device", seen.left[i], i + 1);
    claim.equal("right on the device", seen.right[i], i + 105);
    claim.equal("left on the host", pair.left[i], i + 101);
    claim.equal("right on the host", pair.right[i], i + 1000);
  }
  return claim.verdict();
}
