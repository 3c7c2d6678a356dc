// c.logical-reduction
// OpenMP 4.0, section 5.5.5: in C the reductions && and || have results of type int, 0 or 1, and
// take list items of any arithmetic type, double too.
// Observed: both reductions over int, _Bool and double, with numbers other than 0 and 1.
// Mutant: reduction(&& : both, => reduction(|| : both,
// Mutant: reduction(|| : any, => reduction(&& : any,

#include "league/claim.h"

enum { kCount = 96 };

int main(void) {
  int both = 7;
  _Bool most = 1;
  double real = 0.25;
  int any = 0;
  double none = 0;
  int none_yet = 0;
  int some = 1;
  int begun[2] = {7, 7};
  int on_host = 1;

  #pragma omp target parallel for reduction(&& : both, most, real, none_yet) \
      reduction(|| : any, none, some) map(tofrom : begun)                    \
      map(tofrom : both, most, real, any, none, on_host)
  for (int i = 0; i < kCount; ++i) {
    both = both && i + 5;
    most = most && i != 17;
    real = real && 0.125 * (i + 1);
    any = any || (i == 33 ? 4 : 0);
    none = none || i > kCount;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun[0] = none_yet;
      begun[1] = some;
    }
  }

  league_ran(on_host);
  league_equal("and begins with", begun[0], 1);
  league_equal("or begins with", begun[1], 0);
  league_equal("and over int", both, 1);
  league_equal("and over _Bool", most, 0);
  league_equal("and over double", real, 1.0);
  league_equal("or over int", any, 1);
  league_equal("or over double", none, 0.0);
  return league_verdict();
}
