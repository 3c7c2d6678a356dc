// cxx.std-array
// OpenMP 4.5, section 5.8.3: a std::array is mapped with its elements.
// Observed: the region sees the elements; tofrom brings them back, to does not.
// Mutant: map(to : given) => map(tofrom : given)
// Mutant: map(tofrom : both) => map(to : both)

#include <array>

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  std::array<int, 9> given;
  std::array<double, 9> both;
  for (int i = 0; i < 9; ++i) {
    given[i] = 3 * i;
    both[i] = 0.5 * i;
  }
  int size = 0;
  int on_host = 1;

  #pragma omp target map(to : given) map(tofrom : both) map(from : size, on_host)
  {
    for (std::size_t i = 0; i < both.size(); ++i) both[i] += given[i];
    for (int& one : given) one = -1;
    size = static_cast<int>(given.size());
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("size() in the region", size, 9);
  for (int i = 0; i < 9; ++i) {
    claim.equal("tofrom element", both[i], 3.5 * i);
    claim.equal("to element", given[i], 3 * i);
  }
  return claim.verdict();
}
