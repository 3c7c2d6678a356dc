// mapper.array-of-structs
// OpenMP 5.0, section 5.8.8: for an array section of structures the mapper is applied to every
// element of the section.
// Observed: the arrays behind the pointer members of three of five structures change, by a region
// that does not see the host's poison; those of the others do not; bytes each way.
// Mutant: tofrom : r.data[0 : r.size] => to : r.data[0 : r.size]
// Mutant: enter data map(to : rows[1 : 3]) => enter data map(to : rows[1 : 2])
// Mutant: exit data map(from : rows[1 : 3]) => exit data map(from : rows[2 : 2])

#include "league/claim.hpp"

struct Row {
  int size;
  int* data;
};
#pragma omp declare mapper(Row r) map(to : r.size, r.data) map(tofrom : r.data[0 : r.size])

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int data[5][4];
  Row rows[5];
  for (int k = 0; k < 5; ++k) {
    rows[k] = Row{k < 3 ? 4 : 3, data[k]};
    for (int i = 0; i < 4; ++i) data[k][i] = 10 * k + i;
  }
  int on_host = 1;

  #pragma omp target enter data map(to : rows[1 : 3])
  for (int k = 0; k < 5; ++k)
    for (int i = 0; i < 4; ++i) data[k][i] = -10 * k - i;
  #pragma omp target map(to : rows[1 : 3]) map(from : on_host)
  {
    for (int k = 1; k < 4; ++k)
      for (int i = 0; i < rows[k].size; ++i) rows[k].data[i] += 100;
    on_host = omp_is_initial_device();
  }
  const auto before = league::counted();
  #pragma omp target exit data map(from : rows[1 : 3])
  claim.moved(before, 0, (4 + 4 + 3) * sizeof(int));

  claim.ran(on_host);
  for (int k = 0; k < 5; ++k)
    for (int i = 0; i < 4; ++i) {
      const int old = 10 * k + i;
      const bool mapped = k >= 1 && k < 4 && i < rows[k].size;
      claim.equal("data", data[k][i], mapped ? 100 + old : -old);
    }
  for (int k = 1; k < 4; ++k)
    claim.holds("absent", omp_target_is_present(data[k], omp_get_default_device()) == 0);
  return claim.verdict();
}
