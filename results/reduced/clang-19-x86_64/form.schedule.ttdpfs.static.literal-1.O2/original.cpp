// Generated: 1 claims of the family form.schedule.
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

#include "league/claim.hpp"

// 1 on the host, 0 on the device: tells where a region ran without calling a routine in it, which
// `loop` and `simd` regions must not.
#pragma omp declare target
int device_mark = 1;
inline int marked() { return device_mark; }
#pragma omp end declare target

// form.schedule.ttdpfs.static.literal-1.O2

static void cell_0() {
  league::Claim claim("form.schedule.ttdpfs.static.literal-1.O2");
  enum { n = 1000 };
  static int count[n];
  for (int i = 0; i < n; ++i) count[i] = 0;
  int on_host = 1;
  volatile int given = 3;
  const int chunk = given;
  #pragma omp target teams distribute parallel for simd num_teams(2) schedule(static, 1) map(tofrom : count, on_host)
  for (int i = 0; i < n; ++i) {
    count[i] += 1;
    if (i == 0) on_host = marked();
  }
  claim.ran(on_host);
  claim.equal("the chunk is left alone", chunk, 3);
  for (int i = 0; i < n; ++i) claim.equal("times an iteration ran", count[i], 1);
  claim.verdict();
}

int main() {
  device_mark = 0;
  #pragma omp target update to(device_mark)
  device_mark = 1;
  cell_0();
  return 0;
}
