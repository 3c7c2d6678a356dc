// mapper.enter-exit
// OpenMP 5.0, section 5.8.8: a mapper with tofrom items is used by target enter data map(to),
// where its items act as to, and by target exit data map(from), where they act as from.
// Observed: the region sees the values from the entry, the host the results behind the exit;
// presence; bytes each way.
// Mutant: enter data map(to : batch) => enter data map(alloc : batch)
// Mutant: exit data map(from : batch) => exit data map(release : batch)
// Mutant: enter data map(to : batch) => enter data map(to : batch) if (on_host == 0)

#include "league/claim.hpp"

struct Batch {
  int factor;
  int values[8];
};
#pragma omp declare mapper(Batch b) map(tofrom : b.values) map(to : b.factor)

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  Batch batch = {3, {1, 2, 3, 4, 5, 6, 7, 8}};
  int on_host = 1;

  auto before = league::counted();
  #pragma omp target enter data map(to : batch)
  claim.moved(before, sizeof batch, 0);
  claim.holds("present", omp_target_is_present(batch.values, device) != 0);
  batch.factor = -3;
  for (int i = 0; i < 8; ++i) batch.values[i] = -1;

  #pragma omp target map(tofrom : batch) map(from : on_host)
  {
    for (int i = 0; i < 8; ++i) batch.values[i] *= batch.factor;
    on_host = omp_is_initial_device();
  }
  claim.equal("a value on the host before the exit", batch.values[5], -1);

  before = league::counted();
  #pragma omp target exit data map(from : batch)
  claim.moved(before, 0, sizeof batch.values);
  claim.holds("absent", omp_target_is_present(batch.values, device) == 0);

  claim.ran(on_host);
  for (int i = 0; i < 8; ++i) claim.equal("values", batch.values[i], 3 * (i + 1));
  claim.equal("factor on the host", batch.factor, -3);
  return claim.verdict();
}
