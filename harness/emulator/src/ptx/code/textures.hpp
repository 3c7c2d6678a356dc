// Textures of one and two dimensions.
#pragma once

#include "program/program.hpp"

namespace emu {

/// tex: four values of the texture object `a` at the coordinates `b` and `c`.
void read_texture(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
