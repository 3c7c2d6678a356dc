// What Kokkos adds: the lambdas of target-lambda-explicit, handed to its loops.

#include "../lambda/stencil.hpp"

#include "forall.hpp"
