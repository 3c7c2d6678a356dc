// dt.namespace-and-overload
// OpenMP 4.5, section 7.8.1: declare target reaches into namespaces; overloaded functions and
// functions of the same name in different namespaces stay apart on the device.
// Observed: the value of each of them in a region.
// Mutant: right::size(2.0) => left::size(2.0)

#include "league/claim.hpp"

#pragma omp declare target
namespace left {
int weight = 1;
int size(int n) { return 10 * n + weight; }
int size(double) { return 200 + weight; }
}  // namespace left
namespace right {
int weight = 5;
int size(int n) { return 30 * n + weight; }
int size(double) { return 400 + weight; }
}  // namespace right
#pragma omp end declare target

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  left::weight = right::weight = 1000;
  int value[4] = {0, 0, 0, 0};
  int on_host = 1;

  #pragma omp target map(from : value, on_host)
  {
    on_host = omp_is_initial_device();
    value[0] = left::size(2);
    value[1] = left::size(2.0);
    value[2] = right::size(2);
    value[3] = right::size(2.0);
  }
  claim.ran(on_host);
  claim.equal("left, whole number", value[0], 21);
  claim.equal("left, real number", value[1], 201);
  claim.equal("right, whole number", value[2], 65);
  claim.equal("right, real number", value[3], 405);
  return claim.verdict();
}
