// What a lambda costs: the loops of target-data, with bodies that capture the pointers of the host.

#include "../lambda/prepare.hpp"

#include "forall.hpp"
