// A read far beyond an array, for what findings say of the source: see region.sh.
#include <cstdio>

int main(int count, char**) {
  const int n = 64;
  const long far = static_cast<long>(count) << 30;
  double from[n] = {}, to[n] = {};
  #pragma omp target teams distribute parallel for map(to : from) map(from : to)
  for (int i = 0; i < n; ++i) to[i] = 2 * from[i + far];  // the fault
  std::printf("%g\n", to[1]);
}
