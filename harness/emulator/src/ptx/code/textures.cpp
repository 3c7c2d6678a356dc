#include "ptx/code/textures.hpp"

#include <cmath>

#include "exec/accessor.hpp"
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"

namespace emu {
namespace {

using Outside = Texture::Outside;

/// The elements around a coordinate, and the part of the second; -1: outside, where the border is.
struct Neighbours {
  s64 first = 0, second = 0;
  double part = 0;
};

s64 brought_inside(double at, double size, Outside outside, bool relative) {
  if (at != at) at = 0;
  // What repeats does so for relative coordinates alone.
  if (relative && outside == Outside::wrap)
    at -= std::floor(at / size) * size;
  else if (relative && outside == Outside::mirror) {
    at -= std::floor(at / (2 * size)) * 2 * size;
    if (at >= size) at = 2 * size - 1 - at;
  } else if (outside == Outside::border) {
    return at < 0 || at >= size ? -1 : static_cast<s64>(at);
  }
  return static_cast<s64>(std::fmin(std::fmax(at, 0), size - 1));
}

Neighbours neighbours(const Texture& texture, float coordinate, unsigned axis) {
  const double size = axis == 0 ? texture.width : std::max(texture.height, 1u);
  double x = coordinate;
  if (texture.relative) x *= size;
  const Outside outside = texture.outside[axis];
  Neighbours found;
  if (!texture.linear) {
    found.first = found.second = brought_inside(std::floor(x), size, outside, texture.relative);
    return found;
  }
  x -= 0.5;
  const double whole = std::floor(x);
  constexpr double steps = 256;  // of a fraction: nine bits, of which the first is one
  found.part = std::floor((x - whole) * steps + 0.5) / steps;
  found.first = brought_inside(whole, size, outside, texture.relative);
  found.second = brought_inside(whole + 1, size, outside, texture.relative);
  return found;
}

double channel(const Texture& texture, const std::uint8_t* element, unsigned number) {
  const unsigned bytes = texture.bits / 8;
  u32 bits = 0;
  std::memcpy(&bits, element + number * bytes, bytes);
  if (texture.kind == 'f')
    return texture.bits == 16 ? Half::value(static_cast<u16>(bits)) : double{bits_as<float>(bits)};
  const double most = std::ldexp(1.0, static_cast<int>(texture.bits) - (texture.kind == 's')) - 1;
  double value = bits;
  if (texture.kind == 's')
    value =
        static_cast<double>(static_cast<s32>(bits << (32 - texture.bits)) >> (32 - texture.bits));
  return texture.normalised ? std::fmax(value / most, -1.0) : value;
}

const Texture* texture_of(Warp& warp, const Inst& inst, Mask mask) {
  const u64* handle = warp.lanes<u64>(inst.a);
  const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  const auto& textures = warp.launch->memory->textures;
  const auto found = textures.find(handle[first]);
  for (unsigned lane = first; lane < warp_lanes; ++lane)
    if (in(mask, lane) && handle[lane] != handle[first])
      throw Unsupported("lanes of a warp that read different textures, " +
                        warp.frame->function->program->line_of(inst));
  if (found != textures.end()) return &found->second;
  add_finding(Fault::out_of_bounds, warp, inst, first, "reads what is no texture object");
  return nullptr;
}

}  // namespace

void read_texture(Warp& warp, const Inst& inst, Mask mask) {
  const Texture* const texture = texture_of(warp, inst, mask);
  if (!texture) return;
  const bool whole = inst.whole == Whole::down;
  const unsigned element_bytes = texture->channels * texture->bits / 8u;
  Neighbours x[warp_lanes], y[warp_lanes];
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (whole) {
      const s32 at = warp.lanes<s32>(inst.b)[lane];
      x[lane].first = x[lane].second =
          at >= 0 && static_cast<u32>(at) < texture->width ? at : s64{-1};
      continue;
    }
    x[lane] = neighbours(*texture, warp.lanes<float>(inst.b)[lane], 0);
    if (inst.count == 2) y[lane] = neighbours(*texture, warp.lanes<float>(inst.c)[lane], 1);
  }
  double sum[4][warp_lanes] = {};
  u32 exact[4][warp_lanes] = {};
  for (unsigned corner = 0; corner < (texture->linear && !whole ? inst.count * 2u : 1u); ++corner) {
    u64 address[warp_lanes] = {};
    Mask inside = 0;
    const auto column = [&](unsigned lane) { return corner & 1 ? x[lane].second : x[lane].first; };
    const auto row = [&](unsigned lane) { return corner & 2 ? y[lane].second : y[lane].first; };
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!in(mask, lane) || column(lane) < 0 || row(lane) < 0) continue;
      inside |= Mask{1} << lane;
      address[lane] = texture->address + static_cast<u64>(row(lane)) * texture->pitch +
                      static_cast<u64>(column(lane)) * element_bytes;
    }
    Inst one = inst;
    one.space = Space::global;
    one.bytes = static_cast<std::uint8_t>(element_bytes);
    one.count = 1;
    Accessor accessor(warp, one, inside, Use::load, address, inside != 0);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!in(mask, lane)) continue;
      const std::uint8_t* const element = in(inside, lane) ? accessor.at(lane) : nullptr;
      const double across = corner & 1 ? x[lane].part : 1 - x[lane].part;
      const double down = corner & 2 ? y[lane].part : 1 - y[lane].part;
      const bool filters = texture->linear && !whole;
      for (unsigned c = 0; c < 4; ++c) {
        // Channels that are not there are zero, the last of them one.
        double value = c == 3 ? 1 : 0;
        if (c < texture->channels)
          value = element ? channel(*texture, element, c)
                  : whole ? 0.0
                          : static_cast<double>(texture->border[c]);
        sum[c][lane] += filters ? value * across * down : value;
        exact[c][lane] = static_cast<u32>(static_cast<s64>(value));
      }
    }
  }
  const auto& to = warp.frame->function->lists[inst.extra];
  for (unsigned c = 0; c < 4; ++c)
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (to[c] == nowhere || !in(mask, lane)) continue;
      warp.lanes<u32>(to[c])[lane] =
          inst.real_result ? bits_as<u32>(static_cast<float>(sum[c][lane])) : exact[c][lane];
      Inst one = inst;
      one.bytes = one.width = 4;
      loaded(warp, one, to[c], lane, 0, false, {});
    }
}

}  // namespace emu
