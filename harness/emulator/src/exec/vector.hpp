// Loops over the lanes of a warp.
#pragma once

#include <cfenv>

#include "exec/warp.hpp"

namespace emu {

inline bool in(Mask mask, unsigned lane) { return mask >> lane & 1u; }

// The result is computed for all lanes and kept for those of the mask: loops without branches
// become vector instructions.
template <typename D, typename A, typename F>
void map1(Warp& warp, const Inst& inst, Mask mask) {
  D* d = warp.lanes<D>(inst.d);
  const A* a = warp.lanes<A>(inst.a);
  const F f;
  if (mask == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) d[lane] = f(a[lane]);
  } else {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const D result = f(a[lane]);
      d[lane] = in(mask, lane) ? result : d[lane];
    }
  }
}

template <typename D, typename A, typename B, typename F>
void map2(Warp& warp, const Inst& inst, Mask mask) {
  D* d = warp.lanes<D>(inst.d);
  const A* a = warp.lanes<A>(inst.a);
  const B* b = warp.lanes<B>(inst.b);
  const F f;
  if (mask == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) d[lane] = f(a[lane], b[lane]);
  } else {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const D result = f(a[lane], b[lane]);
      d[lane] = in(mask, lane) ? result : d[lane];
    }
  }
}

template <typename D, typename A, typename B, typename C, typename F>
void map3(Warp& warp, const Inst& inst, Mask mask) {
  D* d = warp.lanes<D>(inst.d);
  const A* a = warp.lanes<A>(inst.a);
  const B* b = warp.lanes<B>(inst.b);
  const C* c = warp.lanes<C>(inst.c);
  const F f;
  if (mask == all_lanes) {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) d[lane] = f(a[lane], b[lane], c[lane]);
  } else {
#pragma GCC ivdep
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      const D result = f(a[lane], b[lane], c[lane]);
      d[lane] = in(mask, lane) ? result : d[lane];
    }
  }
}

/// The rounding mode of the host while it lives.
class HostRounding {
 public:
  explicit HostRounding(Rounding rounding) : before_(std::fegetround()) {
    static constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    std::fesetround(modes[static_cast<std::size_t>(rounding)]);
  }
  ~HostRounding() { std::fesetround(before_); }
  HostRounding(const HostRounding&) = delete;
  HostRounding& operator=(const HostRounding&) = delete;

 private:
  int before_;
};

/// A handler under the rounding that the instruction names.
template <Handler inner>
void rounded(Warp& warp, const Inst& inst, Mask mask) {
  const HostRounding rounding(inst.rounding);
  inner(warp, inst, mask);
}

}  // namespace emu
