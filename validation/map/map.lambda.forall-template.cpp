// map.lambda.forall-template
// OpenMP 5.0, section 5.8.1, 5.8.6: a function template that runs a closure for each index of a
// parallel loop on the device, as performance layers have it, works for any closure.
// Observed: each index is run exactly once, on the device's copies, whose values are from before
// the host poisoned its own.
// Mutant: enter data map(to : x[0 : n], y[0 : n]) => enter data map(to : x[0 : n])
// Mutant: forall(n, on_host, => forall(n - 1, on_host,

#include "league/claim.hpp"

template <typename Body>
void forall(int n, int& on_host, const Body& body) {
  #pragma omp target teams distribute parallel for map(from : on_host)
  for (int i = 0; i < n; ++i) {
    body(i);
    if (i == 0) on_host = omp_is_initial_device();
  }
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  const int n = 1000;
  double x_storage[n];
  double y_storage[n];
  double* x = x_storage;
  double* y = y_storage;
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    y[i] = 0.5;
  }
  const double a = 2.0;
  int on_host = 1;

  #pragma omp target enter data map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; ++i) x[i] = y[i] = -1.0;
  forall(n, on_host, [=](int i) { y[i] += a * x[i]; });
  claim.ran(on_host);
  on_host = 1;
  forall(n, on_host, [=](int i) { x[i] += 1.0; });
  claim.ran(on_host);
  #pragma omp target exit data map(from : x[0 : n], y[0 : n])

  int right = 0;
  for (int i = 0; i < n; ++i) right += x[i] == i + 1.0 && y[i] == 0.5 + 2.0 * i;
  claim.equal("right elements", right, n);
  return claim.verdict();
}
