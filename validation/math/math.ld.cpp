// math.ld
// OpenMP 4.5, section 1.7: the mathematical functions of the base language work in a region for
// long double.
// Observed: 46 functions at five arguments each, compared with the host's: the greatest relative
// error of each function.
// Mutant: (1.0L, => (1.001L,

#include "math.functions.hpp"

int main() { return compare_functions<long double>(1.0L, 1e-14); }
