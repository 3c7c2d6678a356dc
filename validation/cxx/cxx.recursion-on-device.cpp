// cxx.recursion-on-device
// OpenMP 4.5, section 7.8.1: a function for the device may call itself.
// Observed: values of a function that calls itself twice, and of two that call each other.
// Mutant: ackermann(m - 1, 1) => ackermann(m - 1, 2)

#include "league/claim.hpp"

#pragma omp declare target
static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
#pragma omp end declare target

int main() {
  league::Claim claim;
  int m = 2;
  int n = 3;
  int value = -1;
  int parity = -1;
  int on_host = 1;

  #pragma omp target map(to : m, n) map(from : value, parity, on_host)
  {
    value = ackermann(m, n);
    parity = 10 * even(n) + even(m);
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("Ackermann function of 2 and 3", value, 9);  // 2 n + 3
  claim.equal("3 is odd, 2 is even", parity, 1);
  return claim.verdict();
}
