// Does it help to translate pointers once: as target-lambda, capturing addresses of the device.

#include "../lambda/prepare.hpp"

#include "../target-lambda/forall.hpp"
