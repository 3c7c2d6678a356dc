// Matrices that the lanes of a warp hold together.
#pragma once

#include "program/program.hpp"

namespace emu {

/// Bits of a number in a register.
unsigned bits_of(Element element);

/// mma and wmma.mma: d = a b + c.
void multiply_matrices(Warp& warp, const Inst& inst, Mask mask);
/// wmma.load and wmma.store; the distance of rows or columns is in the register `b`.
void load_fragment(Warp& warp, const Inst& inst, Mask mask);
void store_fragment(Warp& warp, const Inst& inst, Mask mask);
/// ldmatrix, stmatrix and movmatrix: matrices of 8 by 8 numbers of 16 bits, whose rows have the
/// addresses of eight lanes each.
void load_rows(Warp& warp, const Inst& inst, Mask mask);
void store_rows(Warp& warp, const Inst& inst, Mask mask);
void transpose(Warp& warp, const Inst& inst, Mask mask);

}  // namespace emu
