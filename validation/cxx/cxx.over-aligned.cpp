// cxx.over-aligned
// OpenMP 4.5, section 5.4.4: a private copy is an object of the variable's type, and aligned as it.
// Observed: addresses of private and firstprivate copies and of a local object, and their values.
// Mutant: alignas(64) => alignas(4)

#include <cstdint>

#include "league/claim.hpp"

struct alignas(64) Wide {
  int value[5];
};

int main() {
  league::Claim claim;
  Wide given = {{1, 2, 3, 4, 5}};
  Wide own = {{0, 0, 0, 0, 0}};
  int wrong = 0;
  int sum = 0;
  int on_host = 1;
  #pragma omp target parallel num_threads(4) firstprivate(given) private(own) \
      map(tofrom : wrong, sum, on_host)
  {
    Wide local = given;
    own = local;
    const auto bits = reinterpret_cast<std::uintptr_t>(&given) |
                      reinterpret_cast<std::uintptr_t>(&own) |
                      reinterpret_cast<std::uintptr_t>(&local);
    #pragma omp atomic
    wrong += bits % 64 != 0;
    if (omp_get_thread_num() == 0) {
      on_host = omp_is_initial_device();
      sum = own.value[0] + local.value[4] + static_cast<int>(sizeof(Wide));
    }
  }
  claim.ran(on_host);
  claim.equal("threads with an address that is not aligned", wrong, 0);
  claim.equal("values and size", sum, 6 + 64);
  return claim.verdict();
}
