// variant.template-base
// OpenMP 5.0, section 7.5: the base may be a function template; each instance has the instance of
// the variant.
// Observed: which function is called for two types, in a region and on the host.
// Mutant: construct = {target} => construct = {parallel}

#include "league/claim.hpp"

template <typename T>
T in_target(T value) {
  return value + T(20) + T(sizeof(T));
}

#pragma omp declare variant(in_target<T>) match(construct = {target})
template <typename T>
T chosen(T value) {
  return value + T(1);
}

int main() {
  league::Claim claim;
  int whole = 0;
  double real = 0.0;
  int on_host = 1;

  #pragma omp target map(from : whole, real, on_host)
  {
    on_host = omp_is_initial_device();
    whole = chosen(3);
    real = chosen(0.5);
  }
  claim.ran(on_host);
  claim.equal("instance for int in the region", whole, 23 + int(sizeof(int)));
  claim.equal("instance for double in the region", real, 20.5 + double(sizeof(double)));
  claim.equal("instance for int outside", chosen(3), 4);
  claim.equal("instance for double outside", chosen(0.5), 1.5);
  return claim.verdict();
}
