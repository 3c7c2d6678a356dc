// math.f32
// OpenMP 4.5, section 1.7: the mathematical functions of the base language work in a region for
// float.
// Observed: 46 functions at five arguments each, compared with the host's: the greatest relative
// error of each function.
// Mutant: (1.0F, => (1.001F,

#include "math.functions.hpp"

int main() { return compare_functions<float>(1.0F, 2e-6); }
