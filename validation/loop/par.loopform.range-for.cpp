// par.loopform.range-for
// OpenMP 5.0, section 4.4.1: a range-based for statement over random access iterators is a
// canonical loop.
// Observed: each element of an array is visited once, the guard elements never.
// Mutant: distribute parallel for num_teams(2) => num_teams(2)

#include "league/claim.hpp"

struct Part {
  int* first;
  int* last;
  int* begin() const { return first; }
  int* end() const { return last; }
};

int main() {
  league::Claim claim;
  constexpr int n = 300;
  int whole[n] = {};
  int guarded[n + 2] = {};
  int on_host = 1;

  #pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) \
      map(tofrom : whole, on_host)
  for (int& x : whole) {
    #pragma omp atomic
    ++x;
    if (&x == whole) on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal("visits of an element", whole[i], 1);

  on_host = 1;
  #pragma omp target map(tofrom : guarded) map(from : on_host)
  {
    on_host = omp_is_initial_device();
    const Part part = {guarded + 1, guarded + 1 + n};
    #pragma omp parallel for num_threads(4)
    for (int& x : part) x += 1;
  }
  claim.ran(on_host);
  for (int i = 0; i < n + 2; ++i)
    claim.equal("visits of a guarded element", guarded[i], i > 0 && i <= n ? 1 : 0);
  return claim.verdict();
}
