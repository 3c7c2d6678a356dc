// Does the compiler make programs that run?
#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  std::vector<double> squares;
  for (int i = 0; i < 100; ++i) squares.push_back(double(i) * i);
  double roots = 0;
  for (double square : squares) roots += std::sqrt(square);
  std::printf("sum %g\n", roots);
  return std::fabs(roots - 4950) < 1e-9 ? 0 : 1;
}
