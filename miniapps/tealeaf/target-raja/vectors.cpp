// What RAJA adds: the lambdas of target-lambda-explicit, handed to its loops.

#include "../lambda/vectors.hpp"

#include "forall.hpp"
