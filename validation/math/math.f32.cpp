// math.f32
// OpenMP 4.5, section 1.7: the mathematical functions of the base language work in a region for
// float.
// Observed: 46 functions at five arguments each, compared with the host's: the greatest relative
// error of each function.
// Mutant: results[k++][j] = call => results[k++][j] = static_cast<Real>(1.001) * call

#include "league/claim.hpp"
#include "math.functions.hpp"

#define IS_NAME(call) #call,
static const char* const names[] = {FUNCTIONS(IS_NAME)};
constexpr int count = sizeof names / sizeof names[0];
constexpr int points = 5;

using Real = float;

int main() {
  using namespace std;
  league::Claim claim;
  Real xs[points] = {0.0625F, 0.3F, 0.5F, 0.77F, 0.99F};
  Real ys[points] = {1.1F, 1.5F, 2.25F, 3.5F, 3.99F};
  Real results[count][points];
  Real expected[count][points];
  int on_host = 1;
  #define HOST_CALL(call) expected[k++][j] = call;
  for (int j = 0; j < points; ++j) {
    const Real x = xs[j];
    const Real y = ys[j];
    int k = 0;
    FUNCTIONS(HOST_CALL)
  }

  #define CALL(call) results[k++][j] = call;
  #pragma omp target teams distribute parallel for map(to : xs, ys) map(from : results) \
      map(tofrom : on_host)
  for (int j = 0; j < points; ++j) {
    const Real x = xs[j];
    const Real y = ys[j];
    int k = 0;
    FUNCTIONS(CALL)
    if (j == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int k = 0; k < count; ++k) {
    Real worst = 0;
    for (int j = 0; j < points; ++j) {
      const Real error = fabs(results[k][j] - expected[k][j]);
      const Real size = fabs(expected[k][j]);
      const Real relative = size > 0 ? error / size : error;
      if (worst == worst && !(relative <= worst)) worst = relative;  // a NaN stays
    }
    claim.near(names[k], static_cast<double>(worst), 0.0, 2e-6);
  }
  return claim.verdict();
}
