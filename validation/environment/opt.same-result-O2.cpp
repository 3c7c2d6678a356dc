// opt.same-result-O2
// OpenMP 4.0, section 1.2.1: the result of a conforming program does not depend on the optimisation
// level of the compiler.
// Observed: mapping, a device function, a reduction, shared variables of a team and update, all in
// one program that is compiled with -O2.
// Flags: -O2
// Mutant: small_program(0) => small_program(1)

#include "opt.same-result.hpp"

int main() { return small_program(0); }
