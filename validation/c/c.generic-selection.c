// c.generic-selection
// OpenMP 4.5, section 5.4, 7.8.1: a generic selection in a region chooses by the type of the
// private or mapped variable; the function it names is compiled for the device.
// Observed: which function ran, for each of the types; it knows whether it was compiled for a
// device.
// Mutant: double: of_double => double: of_int
// Mutant: of_pointer)(x) => of_int)((int)(long)(x))

#include "league/claim.h"

static int code(int n) { return omp_is_initial_device() ? -n : n; }
static int of_int(int n) { return code(1) * (n != 0); }
static int of_float(float x) { return code(2) * (x != 0); }
static int of_double(double x) { return code(3) * (x != 0); }
static int of_pointer(const void* p) { return code(4) * (p != 0); }
#define CODE(x) \
  _Generic((x), int: of_int, float: of_float, double: of_double, default: of_pointer)(x)

int main(void) {
  int n = 5;
  float f = 1.5F;
  double d = 2.5;
  int array[3] = {1, 2, 3};
  const short narrow = 7;
  int seen[5] = {0};
  int on_host = 1;

  #pragma omp target firstprivate(n, f) map(to : d, array) map(from : seen, on_host)
  {
    on_host = omp_is_initial_device();
    seen[0] = CODE(n);
    seen[1] = CODE(f);
    seen[2] = CODE(d);
    seen[3] = CODE(array);
    seen[4] = CODE(narrow + 0);
  }

  league_ran(on_host);
  const int sign = on_host ? -1 : 1;
  league_equal("int", seen[0], sign);
  league_equal("float", seen[1], 2 * sign);
  league_equal("double", seen[2], 3 * sign);
  league_equal("array", seen[3], 4 * sign);
  league_equal("promoted short", seen[4], sign);
  return league_verdict();
}
