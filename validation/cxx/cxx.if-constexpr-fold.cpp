// cxx.if-constexpr-fold
// OpenMP 4.5, section 4.1: if constexpr, fold expressions and inline variables of C++17 can be used
// in a region of a compiler for that language.
// Observed: which branch each instantiation took, and the value of a fold.
// Mutant: sizeof(T) > 4 => sizeof(T) > 8

#include "league/claim.hpp"

template <typename T>
constexpr int width_class() {
  if constexpr (sizeof(T) > 4)
    return 2;
  else
    return 1;
}

template <typename... T>
int squares(T... x) {
  return (0 + ... + (x * x));
}

inline constexpr int offset = 1000;

int main() {
  league::Claim claim;
  int x = 2;
  int classes = -1;
  int fold = -1;
  int on_host = 1;

  #pragma omp target map(to : x) map(from : classes, fold, on_host)
  {
    classes = 10 * width_class<double>() + width_class<short>();
    if (const int y = x + 1; y > 0) fold = squares(x, y, 4) + offset;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("branches taken", classes, 21);
  claim.equal("fold expression", fold, 1029);
  return claim.verdict();
}
