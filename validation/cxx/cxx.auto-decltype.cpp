// cxx.auto-decltype
// OpenMP 4.5, section 4.1: variables whose type is deduced can be list items, and types can be
// deduced in a region.
// Observed: values, and the size of what the region deduced.
// Mutant: map(tofrom : value) => map(to : value)

#include <initializer_list>

#include "league/claim.hpp"

static auto twice(short x) { return x + x; }  // int

int main() {
  league::Claim claim;
  auto value = 2.5F;
  decltype(value) addend = 0.25F;
  int sum = 0;
  int size = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : value) map(to : addend) map(from : sum, size, on_host)
  {
    auto local = twice(21);
    decltype(local) other = 1;
    for (auto step : {1, 2, 3}) other += step;
    sum = local + other;
    size = static_cast<int>(sizeof local);
    value += static_cast<decltype(value)>(addend);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("float variable", value, 2.75F);
  claim.equal("integers", sum, 49);
  claim.equal("size of the deduced type", size, static_cast<int>(sizeof(int)));
  return claim.verdict();
}
