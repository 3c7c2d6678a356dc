// target.private.in-function
// OpenMP 4.5, section 5.4.3: an array that is declared in a function that a region calls is its
// thread's own, also where a loop of unknown length hands it on from turn to turn.
// Observed: in each of two hundred turns every thread adds to an array of 200 bytes.
// Mutant: one = 0; => one = 1;

#include "league/claim.hpp"

namespace {
constexpr int room = 25;

void add(double x, int first, double (&sum)[room]) {
  for (int k = 0; k < room; ++k) sum[(first + k) % room] += x;
}

void line(const double* x, double* y, int turns) {
  double sum[room];
  for (double& one : sum) one = 0;
  for (int turn = 0; turn < turns; ++turn) {
    add(x[turn], turn, sum);
    for (int k = 0; k < room; ++k) y[k] = sum[k];
  }
}
}  // namespace

int main() {
  league::Claim claim;
  constexpr int n = 256;
  constexpr int most = 200;
  static double x[n + most];
  static double y[n * room];
  int turns = most;
  int on_host = 1;
  for (int i = 0; i < n + most; ++i) x[i] = i;

  #pragma omp target teams distribute parallel for map(to : x) map(tofrom : y, on_host)
  for (int i = 0; i < n; ++i) {
    line(x + i, y + i * room, turns);
    if (i == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < room; ++k)
      claim.equal("sum in a thread's own array", y[i * room + k],
                  1.0 * turns * i + turns * (turns - 1) / 2);
  return claim.verdict();
}
