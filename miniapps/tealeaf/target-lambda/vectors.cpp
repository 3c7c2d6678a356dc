// What a lambda costs: the loops of target-data, with bodies that capture the pointers of the host.

#include "../lambda/vectors.hpp"

#include "forall.hpp"
