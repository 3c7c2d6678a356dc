// dt.inline-variable-and-template
// OpenMP 5.0, section 7.8.1: inline variables and instances of variable templates between declare
// target and end declare target have copies on the device.
// Observed: the region sees their initial values after the host changed its own.
// Mutant: inline int single = 5; => _Pragma("omp end declare target") inline int single = 5;
// _Pragma("omp declare target")

#include "league/claim.hpp"

#pragma omp declare target
inline int single = 5;
template <typename T>
T each = T(sizeof(T)) + T(10);
template <typename T>
T next() {
  each<T> += T(1);
  return each<T>;
}
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  single = 1000;
  each<int> = 2000;
  each<double> = 3000.0;
  int whole = 0;
  int one = 0;
  double real = 0.0;
  int on_host = 1;

  #pragma omp target map(from : one, whole, real, on_host)
  {
    on_host = omp_is_initial_device();
    one = single;
    whole = next<int>();
    real = next<double>();
  }
  claim.ran(on_host);
  claim.equal("inline variable", one, 5);
  claim.equal("instance for int", whole, int(sizeof(int)) + 11);
  claim.equal("instance for double", real, double(sizeof(double)) + 11.0);
  claim.equal("instance on the host", each<int>, 2000);
  return claim.verdict();
}
