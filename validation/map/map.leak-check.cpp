// map.leak-check
// OpenMP 4.5, section 5.8.3, 13.5, 13.6, 13.7: after balanced constructs nothing is left mapped,
// and every time an item is mapped anew.
// Observed: after each of many rounds of every kind of construct, nothing is present; each round's
// values arrive.
// Mutant: exit data map(from : p[0 : 64]) => update from(p[0 : 64])
// Mutant: exit data map(release : x) => update to(x)

#include "league/claim.hpp"

struct Vector {
  int n;
  int* p;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  int x[16] = {};
  int y[16] = {};
  int storage[64] = {};
  int* p = storage;
  Vector s = {64, storage};
  int left = 0;
  int right = 0;
  int on_host = 1;

  for (int round = 0; round < 50; ++round) {
    on_host = 1;
    for (int& one : x) one = round;
    for (int& one : storage) one = 2 * round;

    #pragma omp target enter data map(to : x)
    #pragma omp target data map(from : y)
    {
      #pragma omp target map(to : x) map(from : y) map(from : on_host)
      {
        for (int i = 0; i < 16; ++i) y[i] = x[i] + i;
        on_host = omp_is_initial_device();
      }
    }
    #pragma omp target exit data map(release : x)
    claim.ran(on_host);
    left += omp_target_is_present(x, device) != 0;
    left += omp_target_is_present(y, device) != 0;
    for (int i = 0; i < 16; ++i) right += y[i] == round + i;

    #pragma omp target enter data map(to : p[0 : 64])
    #pragma omp target map(tofrom : s) map(tofrom : s.p[0 : 64]) map(from : on_host)
    {
      for (int i = 0; i < s.n; ++i) s.p[i] += 1;
      on_host = omp_is_initial_device();
    }
    #pragma omp target exit data map(from : p[0 : 64])
    claim.ran(on_host);
    left += omp_target_is_present(storage, device) != 0;
    left += omp_target_is_present(&s, device) != 0;
    for (const int one : storage) right += one == 2 * round + 1;
  }

  claim.equal("items left", left, 0);
  claim.equal("right values", right, 50 * (16 + 64));
  return claim.verdict();
}
