// Do threads of the host work, and do header and library belong together?
#include <omp.h>

#include <cstdio>

int main() {
  int sum = 0;
  #pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += i;
  std::printf("sum %d, %d threads\n", sum, omp_get_max_threads());
  return sum == 4950 ? 0 : 1;
}
