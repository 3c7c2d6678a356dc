// math.f64
// OpenMP 4.5, section 1.7: the mathematical functions of the base language work in a region for
// double.
// Observed: 46 functions at five arguments each, compared with the host's: the greatest relative
// error of each function.
// Mutant: (1.0, => (1.001,

#include "math.functions.hpp"

int main() { return compare_functions<double>(1.0, 1e-14); }
