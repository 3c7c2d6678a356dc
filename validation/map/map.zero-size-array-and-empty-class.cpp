// map.zero-size-array-and-empty-class
// OpenMP 5.0, section 5.8.3: an object of an empty class and an array class without elements can be
// mapped; like any other object they are present while they are.
// Observed: presence inside and after the constructs; member functions that run in the region.
// Mutant: data map(tofrom : nothing, none) => data map(tofrom : nothing)
// Mutant: data map(tofrom : nothing, none) => data map(tofrom : none)

#include <array>

#include "league/claim.hpp"

struct Nothing {
  int twice(int x) const { return 2 * x; }
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int device = omp_get_default_device();
  Nothing nothing;
  std::array<int, 0> none;
  int seen = 0;
  int size = -1;
  int on_host = 1;

  #pragma omp target data map(tofrom : nothing, none)
  {
    claim.holds("empty class present", omp_target_is_present(&nothing, device));
    claim.holds("empty array present", omp_target_is_present(&none, device));
    #pragma omp target map(tofrom : nothing, none) map(from : seen, size, on_host)
    {
      seen = nothing.twice(21);
      size = static_cast<int>(none.size());
      on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.equal("seen", seen, 42);
  claim.equal("size", size, 0);
  claim.holds("empty class absent", !omp_target_is_present(&nothing, device));
  claim.holds("empty array absent", !omp_target_is_present(&none, device));
  return claim.verdict();
}
