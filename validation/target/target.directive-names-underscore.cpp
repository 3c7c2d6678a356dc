// target.directive-names-underscore
// OpenMP 6.0, section 5.1 (unchecked): names of directives of more than one word may be written
// with an underscore between the words.
// Observed: values that such directives move, and that what they map is there, and gone at the end.
// Mutant: target_update to(x) => target_update from(x)
// Mutant: target_exit_data map(from : y) => target_exit_data map(release : y)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int x[1] = {1};
  int y[1] = {2};
  int on_host = 1;
  bool there[2] = {};
  #pragma omp target_enter_data map(to : y)
  #pragma omp target_data map(to : x)
  {
    there[0] = omp_target_is_present(x, omp_get_default_device());
    there[1] = omp_target_is_present(y, omp_get_default_device());
    x[0] = 10;
    #pragma omp target_update to(x)
    #pragma omp target map(from : on_host)
    {
      y[0] = x[0] + 5;
      on_host = omp_is_initial_device();
    }
  }
  #pragma omp target_exit_data map(from : y)
  claim.ran(on_host);
  claim.holds("mapped by target_data", there[0]);
  claim.holds("mapped by target_enter_data", there[1]);
  claim.equal("what came back", y[0], 15);
  claim.equal("what stayed", x[0], 10);
  claim.holds("gone", omp_target_is_present(y, omp_get_default_device()) == 0);
  return claim.verdict();
}
