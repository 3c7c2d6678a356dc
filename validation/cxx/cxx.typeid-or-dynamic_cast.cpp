// cxx.typeid-or-dynamic_cast
// OpenMP 4.5, section 13.8: run-time type information may be used for objects that were made on the
// device that asks. A compiler that cannot do this for its device has to say so.
// Observed: dynamic_cast succeeds for the right type and gives null for the other.
// Mutant: dynamic_cast<const Right*>(chosen) => dynamic_cast<const Left*>(chosen)

#include "league/claim.hpp"

struct Base {
  virtual int number() const { return 0; }
};
struct Left : Base {
  int number() const override { return 1; }
};
struct Right : Base {
  int number() const override { return 2; }
  int extra = 30;
};

int main() {
  league::Claim claim;
  int which[3] = {0, 1, 0};
  int seen[3] = {-1, -1, -1};
  int on_host = 1;

  #pragma omp target map(to : which) map(tofrom : seen) map(from : on_host)
  {
    const Left left;
    const Right right;
    for (int i = 0; i < 3; ++i) {
      const Base* chosen = &left;
      if (which[i] == 1) chosen = &right;
      const auto* cast = dynamic_cast<const Right*>(chosen);
      seen[i] = cast != nullptr ? 30 + cast->number() : 100 + chosen->number();
    }
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  const int expected[3] = {101, 32, 101};
  for (int i = 0; i < 3; ++i) claim.equal("what the cast found", seen[i], expected[i]);
  return claim.verdict();
}
