// What Kokkos adds: the lambdas of target-lambda-explicit, handed to its loops.

#include "../lambda/prepare.hpp"

#include "forall.hpp"
