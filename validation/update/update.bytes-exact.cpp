// update.bytes-exact
// OpenMP 4.5, section 13.9: target update moves the sections it is given, not what lies beside
// them or between them.
// Observed: sections of one array and rows of another, each way: all elements around them, and the
// bytes that were copied.
// Mutant: to(a[1 : 2], b[1]) => to(a[0 : 12], b[1])
// Mutant: from(a[15 : 1], b[2]) => from(a[15 : 1], b)
// Mutant: from(a[0 : 1]) => from(a)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int a[16];
  int b[3][5];
  int seen[16 + 15] = {};
  for (int i = 0; i < 16; ++i) a[i] = i;
  for (int i = 0; i < 15; ++i) b[i / 5][i % 5] = 16 + i;
  int on_host = 1;

  #pragma omp target data map(to : a, b)
  {
    for (int i = 0; i < 16; ++i) a[i] += 100;
    for (int i = 0; i < 15; ++i) b[i / 5][i % 5] += 100;
    auto before = league::counted();
    #pragma omp target update to(a[1 : 2], b[1])
    #pragma omp target update to(a[12 : 3])
    claim.moved(before, (2 + 3 + 5) * sizeof(int), 0);
    #pragma omp target map(to : a, b) map(from : seen, on_host)
    {
      for (int i = 0; i < 16 + 15; ++i) {
        int& one = i < 16 ? a[i] : b[(i - 16) / 5][(i - 16) % 5];
        seen[i] = one;
        one = 1000 + i;
      }
      on_host = omp_is_initial_device();
    }
    before = league::counted();
    #pragma omp target update from(a[0 : 1])
    #pragma omp target update from(a[15 : 1], b[2])
    claim.moved(before, 0, (1 + 1 + 5) * sizeof(int));
  }

  claim.ran(on_host);
  for (int i = 0; i < 16 + 15; ++i) {
    const bool down = i == 1 || i == 2 || (i >= 12 && i < 15) || (i >= 21 && i < 26);
    const bool up = i == 0 || i == 15 || i >= 26;
    const int value = i < 16 ? a[i] : b[(i - 16) / 5][(i - 16) % 5];
    claim.equal("seen after to", seen[i], down ? 100 + i : i);
    claim.equal("on the host after from", value, up ? 1000 + i : 100 + i);
  }
  return claim.verdict();
}
