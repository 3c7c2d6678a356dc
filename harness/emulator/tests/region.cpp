// One target region, for the PTX that an OpenMP compiler makes of it.
#include <cstdio>

int main() {
  constexpr int n = 1000;
  double x[n], y[n];
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    y[i] = 1;
  }
  double sum = 0;
  int on_host = 1;
  #pragma omp target teams distribute parallel for map(to : x) map(tofrom : y) reduction(+ : sum) \
      num_teams(4)
  for (int i = 0; i < n; ++i) {
    y[i] += 2 * x[i];
    sum += y[i];
  }
  #pragma omp target map(from : on_host)
  {
    double part[8];  // in memory of the thread
    for (int i = 0; i < 8; ++i) part[i] = y[0] + i;
    on_host = part[7] != 8;
  }
  double expected = 0;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    expected += 1 + 2.0 * i;
    wrong += y[i] != 1 + 2.0 * i;
  }
  std::printf("%d wrong, sum %g of %g, %s\n", wrong, sum, expected, on_host ? "host" : "device");
  return wrong || sum != expected || on_host;
}
