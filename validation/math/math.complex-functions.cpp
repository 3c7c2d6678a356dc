// math.complex-functions
// OpenMP 4.5, section 1.7: the functions of <complex> work in a region.
// Observed: eight functions at four arguments, compared with the host's: the greatest relative
// error of each.
// Mutant: results[k++][j] = call => results[k++][j] = 1.001 * call

#include <complex>

#include "league/claim.hpp"

#define FUNCTIONS(F) \
  F(exp(z)) F(log(z)) F(sin(z)) F(sqrt(z)) F(pow(z, w)) F(tanh(z)) F(conj(z)) F(polar(abs(z), 0.7))
#define IS_NAME(call) #call,
static const char* const names[] = {FUNCTIONS(IS_NAME)};
constexpr int functions = sizeof names / sizeof names[0];
constexpr int points = 4;

int main() {
  using namespace std;
  league::Claim claim;
  complex<double> given[points] = {{0.5, 0.25}, {1.5, -0.75}, {-0.3, 0.9}, {0.1, -1.2}};
  const complex<double> w(0.4, 0.6);
  complex<double> results[functions][points];
  complex<double> expected[functions][points];
  int on_host = 1;
  #define HOST_CALL(call) expected[k++][j] = call;
  for (int j = 0; j < points; ++j) {
    const complex<double> z = given[j];
    int k = 0;
    FUNCTIONS(HOST_CALL)
  }

  #define CALL(call) results[k++][j] = call;
  #pragma omp target teams distribute parallel for map(to : given, w) map(from : results) \
      map(tofrom : on_host)
  for (int j = 0; j < points; ++j) {
    const complex<double> z = given[j];
    int k = 0;
    FUNCTIONS(CALL)
    if (j == 0) on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  for (int k = 0; k < functions; ++k) {
    double worst = 0;
    for (int j = 0; j < points; ++j) {
      const double relative = abs(results[k][j] - expected[k][j]) / abs(expected[k][j]);
      if (worst == worst && !(relative <= worst)) worst = relative;  // a NaN stays
    }
    claim.near(names[k], worst, 0.0, 1e-13);
  }
  return claim.verdict();
}
