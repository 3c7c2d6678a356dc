// dt.large-constant-table
// OpenMP 4.5, section 7.8.1: constant declare-target tables of 64 KiB and of 1 MiB are part of the
// device's program.
// Observed: all their values, added up in a region with weights; bytes each way.
// Mutant: small.at[i] => 0ULL
// Mutant: large.at[i] => small.at[i % 8192]

#include "league/claim.hpp"

using Number = unsigned long long;

template <int N>
struct Table {
  Number at[N] = {};
  constexpr Table() {
    for (int i = 0; i < N; ++i) at[i] = Number(i) * 2654435761U % 1000003U;
  }
};

#pragma omp declare target
constexpr Table<8192> small;
constexpr Table<131072> large;
#pragma omp end declare target

static_assert(sizeof small == 1 << 16 && sizeof large == 1 << 20, "the sizes that are named");

int main() {
  league::Claim claim;
  Number sum[2] = {0, 0};
  Number expected[2] = {0, 0};
  for (int i = 0; i < 8192; ++i) expected[0] += (i + 1) * (Number(i) * 2654435761U % 1000003U);
  for (int i = 0; i < 131072; ++i) expected[1] += (i + 1) * (Number(i) * 2654435761U % 1000003U);
  int on_host = 1;
  volatile int given = 0;
  const int start = given;
  const auto before = league::counted();

  #pragma omp target map(from : sum, on_host) firstprivate(start)
  {
    on_host = omp_is_initial_device();
    sum[0] = sum[1] = 0;
    for (int i = start; i < 8192; ++i) sum[0] += (i + 1) * small.at[i];
    for (int i = start; i < 131072; ++i) sum[1] += (i + 1) * large.at[i];
  }
  claim.ran(on_host);
  claim.equal("sum over 64 KiB", sum[0], expected[0]);
  claim.equal("sum over 1 MiB", sum[1], expected[1]);
  if (!on_host) claim.moved(before, 0, sizeof sum + sizeof on_host);
  return claim.verdict();
}
