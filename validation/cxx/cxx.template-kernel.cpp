// cxx.template-kernel
// OpenMP 4.5, section 4.1: directives may stand in a function template; every instantiation has a
// region of its own.
// Observed: y = 3x + y for three element types, element by element, and where each region ran.
// Mutant: map(tofrom : y[0 : n]) => map(to : y[0 : n])

#include "league/claim.hpp"

template <typename T>
void add_triple(league::Claim& claim, const char* what) {
  const int n = 33;
  T x[n];
  T y[n];
  int on_host = 1;
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<T>(i + 1);
    y[i] = static_cast<T>(2 * i);
  }

  #pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n]) \
      map(tofrom : on_host)
  for (int i = 0; i < n; ++i) {
    y[i] += static_cast<T>(3) * x[i];
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i) claim.equal(what, y[i], static_cast<T>(5 * i + 3));
}

int main() {
  league::Claim claim;
  add_triple<float>(claim, "float");
  add_triple<double>(claim, "double");
  add_triple<long long>(claim, "long long");
  return claim.verdict();
}
