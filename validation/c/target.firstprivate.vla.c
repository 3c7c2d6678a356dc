// target.firstprivate.vla
// OpenMP 4.5, section 5.4.4: a variable length array that is firstprivate is copied into the region
// completely, whatever its number of dimensions.
// Observed: every element up to the last one, as the region saw it; its size there; the original is
// unchanged.
// Mutant: firstprivate(vla, square) => firstprivate(square)
// Mutant: firstprivate(vla, square) => firstprivate(vla) map(alloc : square)

#include "league/claim.h"

enum { kMost = 41, kSide = 5 };

int main(void) {
  volatile int length = kMost;
  volatile int side = kSide;
  const int n = length;
  const int m = side;
  int vla[n];
  short square[m][m + 1];
  int seen[kMost];
  int seen_square[kSide * (kSide + 1)];
  unsigned long size = 0;
  int on_host = 1;
  for (int i = 0; i < n; ++i) {
    vla[i] = i * i - 5;
    seen[i] = -1;
  }
  for (int i = 0; i < m * (m + 1); ++i) {
    square[i / (m + 1)][i % (m + 1)] = (short)(7 * i);
    seen_square[i] = -1;
  }

  #pragma omp target firstprivate(vla, square) map(from : seen, seen_square, size, on_host)
  {
    size = sizeof square;
    for (int i = 0; i < n; ++i) {
      seen[i] = vla[i];
      vla[i] = -9;
    }
    for (int i = 0; i < m; ++i)
      for (int k = 0; k <= m; ++k) {
        seen_square[i * (m + 1) + k] = square[i][k];
        square[i][k] = -9;
      }
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("size in the region", size, sizeof(short) * kSide * (kSide + 1));
  for (int i = 0; i < n; ++i) {
    league_equal("element seen by the region", seen[i], i * i - 5);
    league_equal("element of the original", vla[i], i * i - 5);
  }
  for (int i = 0; i < m * (m + 1); ++i) {
    league_equal("element of two dimensions seen by the region", seen_square[i], 7 * i);
    league_equal("element of the original", square[i / (m + 1)][i % (m + 1)], 7 * i);
  }
  return league_verdict();
}
