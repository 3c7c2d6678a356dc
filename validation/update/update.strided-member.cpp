// update.strided-member
// OpenMP 5.0, section 5.9: a motion clause takes a section with a stride, of an array that is a
// member, too.
// Observed: which elements came back, and that their neighbours did not.
// Mutant: from(box.values[1 : 3 : 2]) => from(box.values[0 : 3 : 2])

#include "league/claim.hpp"

struct Box {
  int before;
  int values[8];
  int behind;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Box box = {1, {0, 1, 2, 3, 4, 5, 6, 7}, 2};
  int on_host = 1;
  #pragma omp target enter data map(to : box)
  #pragma omp target map(from : on_host)
  {
    for (int& one : box.values) one += 100;
    box.before = box.behind = 77;
    on_host = omp_is_initial_device();
  }
  #pragma omp target update from(box.values[1 : 3 : 2])
  claim.ran(on_host);
  for (int i = 0; i < 8; ++i)
    claim.equal("element", box.values[i], i == 1 || i == 3 || i == 5 ? 100 + i : i);
  claim.equal("member before", box.before, 1);
  claim.equal("member behind", box.behind, 2);
  #pragma omp target exit data map(delete : box)
  return claim.verdict();
}
