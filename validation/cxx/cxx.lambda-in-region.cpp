// cxx.lambda-in-region
// OpenMP 5.0, section 1.7: a target region may hold any expression of the base language: a lambda
// that is written in it, too.
// Observed: results of lambdas that are called in place and by a function template.
// Mutant: return a - b; => return b - a;

#include "league/claim.hpp"

#pragma omp declare target
template <typename Call>
static int apply(Call call, int x) {
  return call(x, x + 1);
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  int in_place = 0;
  int passed = 0;
  int on_host = 1;
  #pragma omp target map(from : in_place, passed, on_host)
  {
    const auto twice = [](int a) { return 2 * a; };
    in_place = twice(21);
    passed = apply([](int a, int b) { return a - b; }, 5);
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("called in place", in_place, 42);
  claim.equal("passed to a function", passed, -1);
  return claim.verdict();
}
