// Does it help to translate pointers once: as target-lambda, capturing addresses of the device.

#include "../lambda/stencil.hpp"

#include "../target-lambda/forall.hpp"
