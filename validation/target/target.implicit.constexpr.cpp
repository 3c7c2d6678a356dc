// target.implicit.constexpr
// OpenMP 4.5, section 5.8.1: constexpr scalars can be used in a target region without listing
// them, as constants and as objects.
// Observed: values at namespace, class and function scope; one of them bound to a reference.
// Mutant: kFactor = 3 => kFactor = 4
// Mutant: kOffset = 0.5 => kOffset = 0.25

#include "league/claim.hpp"

constexpr int kFactor = 3;

struct Limits {
  static constexpr long kMost = 1L << 33;
};

#pragma omp declare target
inline double plus(const double& a, const double& b) { return a + b; }
#pragma omp end declare target

int main() {
  league::Claim claim;
  constexpr double kOffset = 0.5;
  constexpr int kLength = 4;
  int multiples[kLength] = {};
  long most = 0;
  double sum = 0.0;
  int on_host = 1;

  #pragma omp target map(from : multiples, most, sum, on_host)
  {
    for (int i = 0; i < kLength; ++i) multiples[i] = kFactor * i;
    most = Limits::kMost;
    sum = plus(kOffset, 1.0);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < 4; ++i) claim.equal("multiple", multiples[i], 3 * i);
  claim.equal("member constant", most, 1L << 33);
  claim.equal("constant bound to a reference", sum, 1.5);
  return claim.verdict();
}
