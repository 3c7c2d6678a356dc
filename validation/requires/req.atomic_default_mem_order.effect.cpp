// req.atomic_default_mem_order.effect
// OpenMP 5.0, section 8.2: atomic_default_mem_order gives the order of atomic constructs that name
// none; with seq_cst two threads that each write one variable and then read the other's cannot
// both read the old value.
// Observed: the values read by two threads that go through many pairs of variables.
// Hint: a device may order relaxed atomics as strictly by itself, or let the threads never meet

#include <cstdlib>

#include "league/claim.hpp"

#pragma omp requires atomic_default_mem_order(seq_cst)

constexpr int pairs = 1 << 18;

int main() {
  league::Claim claim;
  // What each of the two threads writes, then what each has read.
  int* cells = static_cast<int*>(std::calloc(4 * pairs, sizeof(int)));
  claim.needs(cells != nullptr, "4 MiB of memory");
  int threads = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : cells[0 : 4 * pairs]) map(tofrom : threads) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    #pragma omp parallel num_threads(2) shared(cells, threads)
    {
      const int me = omp_get_thread_num();  // 0 or 1
      int* mine = cells + me * pairs;
      int* other = cells + (1 - me) * pairs;
      int* result = cells + (2 + me) * pairs;
      if (me == 0) threads = omp_get_num_threads();
      #pragma omp barrier
      for (int i = 0; i < pairs; ++i) {
        int seen;
        #pragma omp atomic write
        mine[i] = 1;
        #pragma omp atomic read
        seen = other[i];
        result[i] = 2 + seen;
      }
    }
  }
  claim.ran(on_host);
  claim.needs(threads == 2, "two threads in a region");
  int both_old = 0;
  int missed = 0;
  for (int i = 0; i < pairs; ++i) {
    const int first = cells[2 * pairs + i];
    const int second = cells[3 * pairs + i];
    if (first == 2 && second == 2) ++both_old;
    if (first < 2 || second < 2) ++missed;
  }
  std::free(cells);
  claim.equal("pairs of which both threads read the old value", both_old, 0);
  claim.equal("pairs that a thread did not visit", missed, 0);
  return claim.verdict();
}
