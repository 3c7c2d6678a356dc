// map.template-type
// OpenMP 4.5, section 5.8.3: list items may have dependent types and extents.
// Observed: for four instantiations, the region sees the section from before the host poisoned it;
// exactly it comes back; bytes each way.
// Mutant: data map(tofrom : x[1 : N - 2]) => data map(tofrom : x[0 : N])
// Mutant: data map(tofrom : x[1 : N - 2]) => data map(to : x[1 : N - 2])

#include "league/claim.hpp"

template <typename T, int N>
void check(league::Claim& claim) {
  T x[N];
  for (int i = 0; i < N; ++i) x[i] = static_cast<T>(i);
  int on_host = 1;
  const auto before = league::counted();

  #pragma omp target data map(tofrom : x[1 : N - 2])
  {
    for (T& one : x) one = static_cast<T>(99);
    #pragma omp target map(alloc : x[1 : N - 2]) map(from : on_host)
    {
      for (int i = 1; i < N - 1; ++i) x[i] = static_cast<T>(x[i] + 20);
      on_host = omp_is_initial_device();
    }
  }

  const long size = static_cast<long>((N - 2) * sizeof(T));
  claim.moved(before, size, size + static_cast<long>(sizeof on_host));
  claim.ran(on_host);
  for (int i = 0; i < N; ++i) {
    claim.equal("x", static_cast<double>(x[i]), i == 0 || i == N - 1 ? 99.0 : i + 20.0);
  }
}

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  check<char, 3>(claim);
  check<int, 7>(claim);
  check<double, 5>(claim);
  check<long long, 16>(claim);
  return claim.verdict();
}
