// par.tdpf.two-kernels
// OpenMP 4.5, section 11.6: a loop of a length known at run time, shared out among teams and
// threads, in a function of which the program has two versions: each element is written once.
// Observed: the elements that the versions of two types wrote, and guards beside them.
// Mutant: distribute parallel for =>

#include <vector>

#include "league/claim.hpp"

namespace {

template <class T>
__attribute__((noinline)) void add(const int& length, T* sums, const T* values) {
  const int n = length;
  #pragma omp target teams distribute parallel for num_teams(4)
  for (int i = 1; i < n - 1; ++i) sums[i] += values[i];
}

template <class T>
void check(league::Claim& claim, const char* what) {
  constexpr int n = 4099;
  std::vector<T> all_sums(n, 5), all_values(n);
  for (int i = 0; i < n; ++i) all_values[i] = static_cast<T>(i % 100);
  T* sums = all_sums.data();
  T* values = all_values.data();
  #pragma omp target data map(tofrom : sums[0 : n]) map(to : values[0 : n])
  {
    all_values.assign(n, 0);  // the device has its own
    add(n, sums, values);
  }
  for (int i = 0; i < n; ++i)
    claim.equal(what, static_cast<int>(sums[i]), i > 0 && i < n - 1 ? 5 + i % 100 : 5);
}

}  // namespace

int main() {
  league::Claim claim;
  claim.needs_separate_memory();
  int on_host = 1;
  #pragma omp target map(from : on_host)
  on_host = omp_is_initial_device();

  claim.ran(on_host);
  check<float>(claim, "an element of floats");
  check<double>(claim, "an element of doubles");
  return claim.verdict();
}
