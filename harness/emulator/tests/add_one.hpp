// The kernel of the tests of streams, of which each thread adds one to its word.
#pragma once

#include "image.hpp"
#include "runtime_calls.hpp"

namespace emu::test {

inline const char* const add_one_text = R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry add_one(.param .u64 array)
{
.reg .b32 %r<3>;
.reg .b64 %d<3>;
ld.param.u64 %d0, [array];
mov.u32 %r0, %tid.x;
mul.wide.u32 %d1, %r0, 4;
add.s64 %d2, %d0, %d1;
ld.global.u32 %r1, [%d2];
add.s32 %r2, %r1, 1;
st.global.u32 [%d2], %r2;
ret;
}
)";

inline char add_one;  // stands for the host's side

inline void register_add_one() {
  static Image image(add_one_text);
  void** module = __cudaRegisterFatBinary(&image.wrapper);
  __cudaRegisterFunction(module, &add_one, nullptr, "add_one", -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(module);
}

}  // namespace emu::test
