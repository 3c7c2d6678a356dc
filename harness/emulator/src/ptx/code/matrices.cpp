#include "ptx/code/matrices.hpp"

#include <cmath>

#include "exec/accessor.hpp"
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {
namespace {

constexpr u32 most_numbers = 1024;  // of a matrix
constexpr Type half_type{'f', 16};
constexpr Type brain_type{'e', 16};

struct Place {
  u32 row, column;
};

u32 in_a_register(const Fragment& fragment) {
  return fragment.width * 8u / bits_of(fragment.element);
}
u32 in_a_lane(const Fragment& fragment) {
  return in_a_register(fragment) * static_cast<u32>(fragment.registers.size());
}

u64 bits_at(Warp& warp, const Fragment& fragment, u32 lane, u32 i) {
  const u32 each = in_a_register(fragment);
  const u32 at = fragment.registers[i / each];
  if (fragment.width == 8) return warp.lanes<u64>(at)[lane];
  const u32 bits = bits_of(fragment.element);
  return static_cast<u64>(warp.lanes<u32>(at)[lane]) >> (i % each * bits) & ((u64{1} << bits) - 1);
}

void set_bits_at(Warp& warp, const Fragment& fragment, u32 lane, u32 i, u64 value) {
  const u32 each = in_a_register(fragment);
  const u32 at = fragment.registers[i / each];
  if (fragment.width == 8) {
    warp.lanes<u64>(at)[lane] = value;
    return;
  }
  const u32 bits = bits_of(fragment.element);
  const u32 shift = i % each * bits;
  const u32 mask = static_cast<u32>(((u64{1} << bits) - 1) << shift);
  u32& word = warp.lanes<u32>(at)[lane];
  word = (word & ~mask) | (static_cast<u32>(value << shift) & mask);
}

double number_of(Element element, u64 bits) {
  switch (element) {
    case Element::f16:
      return small_value(half_type, static_cast<u16>(bits));
    case Element::bf16:
      return small_value(brain_type, static_cast<u16>(bits));
    case Element::tf32:  // the last 13 bits are not read
      return bits_as<float>(static_cast<u32>(bits) & ~0x1fffu);
    case Element::f32:
      return bits_as<float>(static_cast<u32>(bits));
    case Element::f64:
      return bits_as<double>(bits);
    case Element::s8:
      return static_cast<std::int8_t>(bits);
    case Element::s4:
      return static_cast<double>(static_cast<std::int8_t>(bits << 4) >> 4);
    case Element::s32:
      return static_cast<s32>(bits);
    case Element::e4m3:
      return Tiny<3>::value(static_cast<std::uint8_t>(bits));
    case Element::e5m2:
      return Tiny<2>::value(static_cast<std::uint8_t>(bits));
    default:
      return static_cast<double>(bits);
  }
}

u64 bits_from(Element element, double x, bool saturate) {
  switch (element) {
    case Element::f16:
      return small_bits(half_type, x, Rounding::nearest);
    case Element::f64:
      return bits_as<u64>(x);
    case Element::s32:
      if (saturate) x = std::fmin(std::fmax(x, INT32_MIN), INT32_MAX);
      return static_cast<u32>(static_cast<s64>(x));
    default:
      return bits_as<u32>(canonical(static_cast<float>(x)));
  }
}

// Where a number of a lane belongs.  As PTX has it, lane 4 g + t holds of a row g and g + 8 of
// operand a as many neighbours as a register has room for, at t times that; the same of b by
// columns.
Place place_in(const Matrices& all, char which, const Fragment& fragment, u32 lane, u32 i) {
  const u32 rows = which == 'b' ? all.k : all.m;
  const u32 columns = which == 'a' ? all.k : all.n;
  if (all.opaque) {
    const u32 mine = rows * columns / warp_lanes;
    const u32 at = lane * mine + i % mine;
    return fragment.by_columns ? Place{at % rows, at / rows} : Place{at / columns, at % columns};
  }
  const u32 g = lane / 4, t = lane % 4;
  if (which == 'c' || which == 'd') return {g + i / 2 * 8, t * 2 + i % 2};
  const u32 each = in_a_register(fragment);
  const u32 of = i / each, inner = t * each + i % each;
  if (which == 'b') return {inner + of * 4 * each, g};
  return all.m == 8 ? Place{g, inner + of * 4 * each}
                    : Place{g + of % 2 * 8, inner + of / 2 * 4 * each};
}

bool whole_warp(Warp& warp, const Inst& inst, Mask mask) {
  if (mask == all_lanes) return true;
  add_finding(Fault::lane_mask, warp, inst, static_cast<unsigned>(__builtin_ctz(~mask)),
              "is missing where the whole warp works on matrices");
  return false;
}

void gather(Warp& warp, const Matrices& all, char which, const Fragment& fragment, double* to) {
  const u32 columns = which == 'a' ? all.k : all.n;
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    for (u32 i = 0; i < in_a_lane(fragment); ++i) {
      const Place place = place_in(all, which, fragment, lane, i);
      to[place.row * columns + place.column] =
          number_of(fragment.element, bits_at(warp, fragment, lane, i));
    }
}

/// The address that a lane names.
u64 named_address(Warp& warp, const Inst& inst, u32 lane) {
  u64 base = static_cast<u64>(inst.offset);
  if (inst.a != nowhere)
    base += inst.narrow_address ? warp.lanes<u32>(inst.a)[lane] : warp.lanes<u64>(inst.a)[lane];
  return inst.narrow_address ? static_cast<u32>(base) : base;
}

const Fragment& moved(const Matrices& all) {
  return all.which == 'a' ? all.a : all.which == 'b' ? all.b : all.d;
}

/// What was loaded is defined, as undefined bytes were findings.
void defined(Warp& warp, const Inst& inst, const Fragment& fragment) {
  if (!warp.frame->undefined) return;
  Inst whole = inst;
  whole.bytes = whole.width = fragment.width;
  for (const u32 at : fragment.registers)
    for (u32 lane = 0; lane < warp_lanes; ++lane) loaded(warp, whole, at, lane, 0, false, {});
}

void check_stored(Warp& warp, const Inst& inst, const Fragment& fragment) {
  if (!warp.frame->undefined) return;
  for (const u32 at : fragment.registers)
    check_register(warp, inst, at, fragment.width, all_lanes, "is stored where others may read it");
}

/// One access for the lanes of the mask, of `bytes` each; `each` moves them.
template <typename F>
void access(Warp& warp, const Inst& inst, Mask mask, Use use, u32 bytes, const u64* address,
            F each) {
  Inst one = inst;
  one.bytes = static_cast<std::uint8_t>(bytes);
  one.count = 1;
  Accessor accessor(warp, one, mask, use, address, true);
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) each(lane, accessor.at(lane));
}

/// All accesses of an instruction are one request.
class OneRequest {
 public:
  explicit OneRequest(Warp& warp) : requests_(warp.counts[warp.pc].requests), before_(requests_) {}
  ~OneRequest() { requests_ = std::min(requests_, before_ + 1); }
  OneRequest(const OneRequest&) = delete;
  OneRequest& operator=(const OneRequest&) = delete;

 private:
  std::uint64_t& requests_;
  std::uint64_t before_;
};

// Neighbours in memory go together.
template <typename F>
void for_pieces(Warp& warp, const Inst& inst, Use use, F move) {
  const Matrices& all = warp.frame->function->matrices[inst.e];
  const Fragment& fragment = moved(all);
  const u32 rows = all.which == 'b' ? all.k : all.m;
  const u32 columns = all.which == 'a' ? all.k : all.n;
  const u32 bytes = bits_of(fragment.element) / 8;
  const u32 mine = rows * columns / warp_lanes;
  const bool accumulator = all.which == 'd';  // its order is by rows, whatever memory has
  const u32 together = accumulator && fragment.by_columns ? 1 : std::min(mine, 16 / bytes);
  Matrices order = all;
  if (accumulator) order.d.by_columns = false;
  const OneRequest one(warp);
  for (u32 first = 0; first < mine; first += together) {
    u64 address[warp_lanes];
    for (u32 lane = 0; lane < warp_lanes; ++lane) {
      const Place place = place_in(order, all.which, moved(order), lane, first);
      const u64 stride = inst.b == nowhere ? (fragment.by_columns ? rows : columns)
                                           : warp.lanes<u32>(inst.b)[lane];
      address[lane] = named_address(warp, inst, lane) +
                      bytes * (fragment.by_columns ? place.column * stride + place.row
                                                   : place.row * stride + place.column);
    }
    access(warp, inst, all_lanes, use, bytes * together, address,
           [&](u32 lane, std::uint8_t* place) {
             for (u32 i = 0; i < together; ++i) move(fragment, lane, first + i, place, bytes, i);
           });
  }
}

template <typename F>
void for_rows(Warp& warp, const Inst& inst, Use use, F move) {
  const Fragment& fragment = warp.frame->function->matrices[inst.e].d;
  constexpr u32 side = 8, row_bytes = 16;
  const OneRequest one(warp);
  for (u32 matrix = 0; matrix < fragment.registers.size(); ++matrix) {
    u64 address[warp_lanes] = {};
    const Mask mask = Mask{0xff} << (side * matrix);
    for (u32 lane = 0; lane < warp_lanes; ++lane) address[lane] = named_address(warp, inst, lane);
    access(warp, inst, mask, use, row_bytes, address, [&](u32 lane, std::uint8_t* place) {
      const u32 row = lane % side;
      for (u32 column = 0; column < side; ++column) {
        const Place at = fragment.by_columns ? Place{column, row} : Place{row, column};
        // Lane 4 r + c / 2 holds number c of row r.
        move(fragment, at.row * 4 + at.column / 2, 2 * matrix + at.column % 2,
             place ? place + 2 * column : nullptr);
      }
    });
  }
}

}  // namespace

unsigned bits_of(Element element) {
  switch (element) {
    case Element::f64:
      return 64;
    case Element::f32:
    case Element::tf32:
    case Element::s32:
      return 32;
    case Element::f16:
    case Element::bf16:
      return 16;
    case Element::s4:
    case Element::u4:
      return 4;
    default:
      return 8;
  }
}

// Sums begin with c and go on in the order of the depth: in double precision, rounded once; those
// of doubles with one rounding a step.
void multiply_matrices(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  const Matrices& all = warp.frame->function->matrices[inst.e];
  double a[most_numbers], b[most_numbers], sum[most_numbers];
  gather(warp, all, 'a', all.a, a);
  gather(warp, all, 'b', all.b, b);
  gather(warp, all, 'c', all.c, sum);
  for (u32 row = 0; row < all.m; ++row)
    for (u32 column = 0; column < all.n; ++column) {
      double& x = sum[row * all.n + column];
      for (u32 k = 0; k < all.k; ++k) x = std::fma(a[row * all.k + k], b[k * all.n + column], x);
    }
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    for (u32 i = 0; i < in_a_lane(all.d); ++i) {
      const Place place = place_in(all, 'd', all.d, lane, i);
      set_bits_at(warp, all.d, lane, i,
                  bits_from(all.d.element, sum[place.row * all.n + place.column], inst.saturate));
    }
}

void load_fragment(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  const Matrices& all = warp.frame->function->matrices[inst.e];
  for_pieces(warp, inst, Use::load,
             [&](const Fragment& fragment, u32 lane, u32 i, const std::uint8_t* place, u32 bytes,
                 u32 element) {
               u64 bits = 0xcbcbcbcbcbcbcbcbu;
               if (place) {
                 bits = 0;
                 std::memcpy(&bits, place + element * bytes, bytes);
               }
               const u32 rows = all.which == 'b' ? all.k : all.m;
               const u32 columns = all.which == 'a' ? all.k : all.n;
               for (u32 copy = i; copy < in_a_lane(fragment); copy += rows * columns / warp_lanes)
                 set_bits_at(warp, fragment, lane, copy, bits);
             });
  defined(warp, inst, moved(all));
}

void store_fragment(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  check_stored(warp, inst, warp.frame->function->matrices[inst.e].d);
  for_pieces(
      warp, inst, Use::store,
      [&](const Fragment& fragment, u32 lane, u32 i, std::uint8_t* place, u32 bytes, u32 element) {
        const u64 bits = bits_at(warp, fragment, lane, i);
        if (place) std::memcpy(place + element * bytes, &bits, bytes);
      });
}

void load_rows(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  // The register of the address may be one of those that are written.
  const Fragment& fragment = warp.frame->function->matrices[inst.e].d;
  u64 loaded_bits[warp_lanes][8];
  for_rows(warp, inst, Use::load, [&](const Fragment&, u32 lane, u32 i, const std::uint8_t* place) {
    u16 bits = 0xcbcb;
    if (place) std::memcpy(&bits, place, sizeof bits);
    loaded_bits[lane][i] = bits;
  });
  for (u32 lane = 0; lane < warp_lanes; ++lane)
    for (u32 i = 0; i < in_a_lane(fragment); ++i)
      set_bits_at(warp, fragment, lane, i, loaded_bits[lane][i]);
  defined(warp, inst, fragment);
}

void store_rows(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  check_stored(warp, inst, warp.frame->function->matrices[inst.e].d);
  for_rows(warp, inst, Use::store,
           [&](const Fragment& fragment, u32 lane, u32 i, std::uint8_t* place) {
             const u64 bits = bits_at(warp, fragment, lane, i);
             if (place) std::memcpy(place, &bits, sizeof(u16));
           });
}

void transpose(Warp& warp, const Inst& inst, Mask mask) {
  if (!whole_warp(warp, inst, mask)) return;
  const Matrices& all = warp.frame->function->matrices[inst.e];
  constexpr u32 side = 8;
  u64 numbers[side][side];
  for (u32 row = 0; row < side; ++row)
    for (u32 column = 0; column < side; ++column)
      numbers[row][column] = bits_at(warp, all.a, row * 4 + column / 2, column % 2);
  for (u32 row = 0; row < side; ++row)
    for (u32 column = 0; column < side; ++column)
      set_bits_at(warp, all.d, row * 4 + column / 2, column % 2, numbers[column][row]);
}

}  // namespace emu
