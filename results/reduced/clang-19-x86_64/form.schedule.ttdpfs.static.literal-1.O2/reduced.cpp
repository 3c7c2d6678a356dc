#include "league/claim.hpp"
#pragma omp declare target
int device_mark = 1;
inline int marked() { return device_mark; }
#pragma omp end declare target
static void cell_0() {
  league::Claim claim("form.schedule.ttdpfs.static.literal-1.O2");
  enum { n = 1000 };
  static int count[n];
  for (int i = 0; i < n; ++i)
    count[i] = 0;
  int on_host = 1;
  volatile int given = 3;
  const int chunk = given;
#pragma omp target teams distribute parallel for simd num_teams(2)             \
    schedule(static, 1) map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    count[i] += 1;
    if (i == 0)
      on_host = marked();
  }
  claim.ran(on_host);
  for (int i = 0; i < n; ++i)
    claim.equal("times an iteration ran", count[i], 1);
  claim.verdict();
}
int main() { cell_0(); }
