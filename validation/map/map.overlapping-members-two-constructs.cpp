// map.overlapping-members-two-constructs
// OpenMP 5.0, section 5.8.3: a member of an object of which another member is present already has
// to be present too; mapping it alone must not corrupt the first.
// Observed: values of both members, if the program is not ended; and their neighbour's.
// Open: the specification forbids such a program without saying what becomes of it
// Mutant: map(tofrom : s.b) => map(to : s.b)

#include "league/claim.hpp"

struct Three {
  int a;
  int between;
  int b;
};

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  Three s = {1, 2, 3};
  int on_host = 1;

  #pragma omp target enter data map(to : s.a)
  s.a = -1;
  #pragma omp target map(tofrom : s.b) map(from : on_host)
  {
    s.b += 100;
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  #pragma omp target exit data map(from : s.a)
  claim.equal("a", s.a, 1);
  claim.equal("between", s.between, 2);
  claim.equal("b", s.b, 103);
  claim.holds("nothing is left", !omp_target_is_present(&s.a, omp_get_default_device()));
  return claim.verdict();
}
