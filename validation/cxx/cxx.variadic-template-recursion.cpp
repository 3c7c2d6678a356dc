// cxx.variadic-template-recursion
// OpenMP 4.5, section 4.1: templates that are instantiated recursively can be used in a region.
// Observed: a sum over a parameter pack and a value computed at compile time by recursion.
// Mutant: map(from : sum, power, on_host) => map(from : on_host)

#include "league/claim.hpp"

template <typename T>
T sum_of(T last) {
  return last;
}
template <typename T, typename... Rest>
T sum_of(T first, Rest... rest) {
  return first + sum_of(rest...);
}

template <int N>
struct Power {
  static int of(int x) { return x * Power<N - 1>::of(x); }
};
template <>
struct Power<0> {
  static int of(int) { return 1; }
};

int main() {
  league::Claim claim;
  int x = 3;
  int sum = -1;
  int power = -1;
  int on_host = 1;

  #pragma omp target map(to : x) map(from : sum, power, on_host)
  {
    sum = sum_of(x, 10, x * x, 100, 1000);
    power = Power<5>::of(x);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("sum over the pack", sum, 1122);
  claim.equal("fifth power", power, 243);
  return claim.verdict();
}
