// cxx.functor
// OpenMP 4.5, section 5.8.1: an object with a call operator that is not listed is mapped to the
// device like any other object of class type, and can be called there.
// Observed: f(i) for every index; state that the call operator changes comes back.
// Mutant: map(from : y[0 : n]) => map(from : y[0 : n]) firstprivate(f)

#include "league/claim.hpp"

struct Line {
  int slope;
  int offset;
  int calls;
  int operator()(int i) {
    ++calls;
    return slope * i + offset;
  }
};

template <typename F>
void fill(league::Claim& claim, int* y, int n, F& f) {
  int on_host = 1;
  #pragma omp target map(from : y[0 : n]) map(from : on_host)
  {
    for (int i = 0; i < n; ++i) y[i] = f(i);
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
}

int main() {
  league::Claim claim;
  int y[17] = {};
  Line f = {7, -3, 100};
  fill(claim, y, 17, f);
  for (int i = 0; i < 17; ++i) claim.equal("f(i)", y[i], 7 * i - 3);
  claim.equal("calls counted in the object", f.calls, 117);
  return claim.verdict();
}
