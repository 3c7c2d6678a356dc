// red.udr.template-in-class
// OpenMP 4.0, section 5.5.11: declare reduction may stand in a class template; each specialisation
// has a reduction of its own.
// Observed: the result for two specialisations, beginning with a value of its own.
// Mutant: initializer(omp_priv = T(0)) => initializer(omp_priv = T(1))

#include "league/claim.hpp"

template <typename T>
struct Summer {
  #pragma omp declare reduction(plus:T : omp_out += omp_in) initializer(omp_priv = T(0))

  static T sum(league::Claim& claim, int n) {
    T total = T(500);
    T own = T(7);
    T begun = own;
    int on_host = 1;
    #pragma omp target teams distribute parallel for reduction(plus : total, own) \
        map(tofrom : total) map(tofrom : on_host, begun)
    for (int i = 0; i < n; ++i) {
      total += static_cast<T>(i) / T(2);
      if (i == 0) {
        on_host = omp_is_initial_device();
        begun = own;
      }
    }
    claim.ran(on_host);
    claim.equal("a copy begins with", begun, T(0));
    return total;
  }
};

int main() {
  league::Claim claim;
  claim.equal("double", Summer<double>::sum(claim, 41), 500 + 410.0);  // 0.5 (0 + ... + 40)
  claim.equal("long", Summer<long>::sum(claim, 41), 500 + 400L);       // halves rounded down
  return claim.verdict();
}
