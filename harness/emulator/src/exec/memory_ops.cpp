#include "exec/memory_ops.hpp"

#include "exec/accessor.hpp"

namespace emu {
namespace {

std::uint32_t element(const Warp& warp, const Inst& inst, std::uint32_t scalar, unsigned v) {
  return inst.count == 1 ? scalar : warp.frame->function->lists[inst.extra][v];
}

template <typename M>
std::uint64_t read_as(const std::uint8_t* from, bool sign_extend) {
  M value;
  std::memcpy(&value, from, sizeof value);
  return sign_extend
             ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::make_signed_t<M>>(value)})
             : value;
}

std::uint64_t read_element(const std::uint8_t* from, const Inst& inst) {
  switch (inst.bytes) {
    case 1:
      return read_as<std::uint8_t>(from, inst.sign_extend);
    case 2:
      return read_as<std::uint16_t>(from, inst.sign_extend);
    case 4:
      return read_as<std::uint32_t>(from, inst.sign_extend);
    default:
      return read_as<std::uint64_t>(from, false);
  }
}

void write_register(Warp& warp, std::uint32_t to, unsigned lane, std::uint64_t value,
                    unsigned width) {
  switch (width) {
    case 1:
      warp.lanes<std::uint8_t>(to)[lane] = static_cast<std::uint8_t>(value);
      break;
    case 2:
      warp.lanes<std::uint16_t>(to)[lane] = static_cast<std::uint16_t>(value);
      break;
    case 4:
      warp.lanes<std::uint32_t>(to)[lane] = static_cast<std::uint32_t>(value);
      break;
    default:
      warp.lanes<std::uint64_t>(to)[lane] = value;
      break;
  }
}

/// A lane reads its elements; `undefined` has a bit for each byte that is.
void load_lane(Warp& warp, const Inst& inst, unsigned lane, const std::uint8_t* from,
               const Undefined& undefined = {}) {
  for (unsigned v = 0; v < inst.count; ++v) {
    const std::uint32_t to = element(warp, inst, inst.d, v);
    if (to == nowhere) continue;  // the sink _
    write_register(warp, to, lane,
                   from ? read_element(from + v * inst.bytes, inst) : 0xcbcbcbcbcbcbcbcbu,
                   inst.width);
    if (undefined.bytes || warp.frame->undefined)
      loaded(warp, inst, to, lane, undefined.bytes >> v * inst.bytes & ((1u << inst.bytes) - 1),
             undefined.computed, undefined.origin);
  }
}

/// Copies the bytes of an element; of a constant number, a copy is one instruction.
void copy_element(std::uint8_t* to, const std::uint8_t* from, unsigned bytes) {
  if (bytes == 8)
    std::memcpy(to, from, 8);
  else if (bytes == 4)
    std::memcpy(to, from, 4);
  else
    std::memcpy(to, from, bytes);
}

/// `changed` becomes true if something else stood there.
void store_lane(Warp& warp, const Inst& inst, unsigned lane, std::uint8_t* to, bool& changed) {
  for (unsigned v = 0; v < inst.count; ++v) {
    const std::uint32_t from = element(warp, inst, inst.b, v);
    const std::uint8_t* const value = warp.lanes<std::uint8_t>(from) + lane * inst.width;
    changed = changed || std::memcmp(to + v * inst.bytes, value, inst.bytes) != 0;
    copy_element(to + v * inst.bytes, value, inst.bytes);
  }
}

/// What a lane stored may be undefined: others may read what was copied, not what was computed.
void store_undefined(Warp& warp, const Inst& inst, unsigned lane, Accessor& accessor) {
  for (unsigned v = 0; v < inst.count; ++v) {
    const std::uint32_t from = element(warp, inst, inst.b, v);
    const Stored value = stored(warp, inst, from, lane);
    if (!value.undefined) continue;
    if (value.computed && !accessor.is_local(lane))
      report_use(warp, inst, lane, from, inst.width, "is stored where others may read it");
    else
      accessor.stored_undefined(lane, v * inst.bytes, value.undefined, value.computed);
  }
}

}  // namespace

void load(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::load);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::uint8_t* const place = accessor.at(lane);
    load_lane(warp, inst, lane, place, accessor.undefined());
    if (inst.strong && warp.launch->options.races)
      races::strong_read(*warp.clock, lane, accessor.key(lane), inst.acquire);
  }
}

void store(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::store);
  const bool tracked = warp.frame->undefined != nullptr;
  bool changed = false;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (std::uint8_t* place = accessor.at(lane)) {
      bool ignored = true;
      store_lane(warp, inst, lane, place, accessor.is_local(lane) ? ignored : changed);
      if (tracked) store_undefined(warp, inst, lane, accessor);
    }
    if (inst.strong && warp.launch->options.races)
      races::strong_write(*warp.clock, lane, accessor.key(lane), inst.release, false);
  }
  if (changed) warp.launch->changed();
}

void load_launch_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::vector<std::uint8_t>& parameters = warp.launch->parameters;
  const std::uint64_t* base = inst.a == nowhere ? nullptr : warp.lanes<std::uint64_t>(inst.a);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::uint64_t at = static_cast<std::uint64_t>(inst.offset) + (base ? base[lane] : 0);
    const std::size_t bytes = std::size_t{inst.bytes} * inst.count;
    if (at > parameters.size() || bytes > parameters.size() - at) {
      add_finding(Fault::out_of_bounds, warp, inst, lane,
                  "load beyond the parameters of the launch");
      load_lane(warp, inst, lane, nullptr);
    } else {
      load_lane(warp, inst, lane, parameters.data() + at);
    }
  }
}

void load_call_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::size_t size = warp.frame->function->frame_parameter_bytes;
  const auto* const known = warp.frame->undefined.get();
  const std::size_t bytes = std::size_t{inst.bytes} * inst.count;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::size_t at = lane * size + static_cast<std::size_t>(inst.offset);
    Undefined undefined;
    for (std::size_t i = 0; known && i < bytes; ++i) {
      undefined.bytes |= std::uint64_t{known->parameters[at + i] != 0} << i;
      undefined.computed |= known->parameters[at + i] == parameter_computed;
    }
    load_lane(warp, inst, lane, warp.frame->parameters.data() + at, undefined);
  }
}

void store_call_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::size_t size = warp.frame->function->frame_parameter_bytes;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::size_t at = lane * size + static_cast<std::size_t>(inst.offset);
    bool ignored = true;
    store_lane(warp, inst, lane, warp.frame->parameters.data() + at, ignored);
    for (unsigned v = 0; warp.frame->undefined && v < inst.count; ++v) {
      const Stored value = stored(warp, inst, element(warp, inst, inst.b, v), lane);
      for (unsigned i = 0; i < inst.bytes; ++i)
        warp.frame->undefined->parameters[at + v * inst.bytes + i] = !(value.undefined >> i & 1) ? 0
                                                                     : value.computed
                                                                         ? parameter_computed
                                                                         : parameter_copied;
    }
  }
}

void fence(Warp& warp, const Inst& inst, Mask mask) {
  if (warp.launch->options.races) races::fence(*warp.clock, mask, inst.scope, inst.consistent);
}

namespace {

template <typename T, std::uint64_t window, bool to_space>
void convert_address(Warp& warp, const Inst& inst, Mask mask) {
  const T* a = warp.lanes<T>(inst.a);
  T* d = warp.lanes<T>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const T result = static_cast<T>(to_space ? a[lane] - window : a[lane] + window);
    d[lane] = in(mask, lane) ? result : d[lane];
  }
}

}  // namespace

Handler address_conversion(Space space, bool to_space, unsigned bytes) {
  using u64 = std::uint64_t;
  if (bytes != 8) return nullptr;
  if (space == Space::shared)
    return to_space ? convert_address<u64, shared_window, true>
                    : convert_address<u64, shared_window, false>;
  if (space == Space::local)
    return to_space ? convert_address<u64, local_window, true>
                    : convert_address<u64, local_window, false>;
  return convert_address<u64, 0, true>;
}

void is_space(Warp& warp, const Inst& inst, Mask mask) {
  const std::uint64_t* a = warp.lanes<std::uint64_t>(inst.a);
  Mask result = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const bool in_shared = a[lane] - shared_window < window_bytes;
    const bool in_local = a[lane] - local_window < window_bytes;
    const bool yes = inst.space == Space::shared  ? in_shared
                     : inst.space == Space::local ? in_local
                                                  : !in_shared && !in_local;
    result |= Mask{yes} << lane;
  }
  Mask& d = *warp.lanes<Mask>(inst.d);
  d = (d & ~mask) | (result & mask);
}

}  // namespace emu
