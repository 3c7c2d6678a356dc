// cp.async: copies from global to shared memory that take place when they are waited for, which is
// as late as PTX allows.
#include "exec/accessor.hpp"
#include "exec/memory_ops.hpp"

namespace emu {
namespace {

std::uint64_t address_in(Warp& warp, std::uint32_t at, bool narrow, unsigned lane) {
  if (at == nowhere) return 0;
  return narrow ? warp.lanes<std::uint32_t>(at)[lane] : warp.lanes<std::uint64_t>(at)[lane];
}

/// One end of a copy, as an access of its own.
std::uint8_t* end_of(Warp& warp, const Inst& copy, Space space, Use use, unsigned lane,
                     const std::uint64_t* address, unsigned bytes) {
  Inst end = copy;
  end.space = space;
  end.bytes = static_cast<std::uint8_t>(bytes);
  end.count = 1;
  return Accessor(warp, end, Mask{1} << lane, use, address).at(lane);
}

/// Until it is waited for nobody knows what lies where a copy goes to.
void forget_target(Warp& warp, const AsyncCopy& copy) {
  auto& written = warp.block->shared_written;
  if (!warp.launch->options.uninitialised) return;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(copy.mask, lane) && copy.to[lane] < written.size() &&
        copy.inst->bytes <= written.size() - copy.to[lane])
      std::memset(written.data() + copy.to[lane], 0, copy.inst->bytes);
}

/// The copy may write as soon as it is issued: what others read there before has to be over.
void order_target(Warp& warp, const AsyncCopy& copy) {
  Inst end = *copy.inst;
  end.space = Space::shared;
  end.count = 1;
  Accessor target(warp, end, copy.mask, Use::store, copy.to.data());
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(copy.mask, lane)) target.order(lane);
}

void complete(Warp& warp, const AsyncCopy& copy, unsigned lane) {
  const Inst& inst = *copy.inst;
  std::uint8_t* const to =
      end_of(warp, inst, Space::shared, Use::store, lane, copy.to.data(), inst.bytes);
  if (to) std::memset(to, 0, inst.bytes);
  // Fewer bytes than the whole are read one by one.
  const unsigned piece = copy.bytes[lane] == inst.bytes ? inst.bytes : 1;
  auto address = copy.from;
  for (unsigned at = 0; at < copy.bytes[lane]; at += piece, address[lane] += piece) {
    const std::uint8_t* const from =
        end_of(warp, inst, Space::global, Use::load, lane, address.data(), piece);
    if (to && from) std::memcpy(to + at, from, piece);
  }
}

// Takes out of the copies those lanes for which `over` holds, in the order of issue.
template <typename F>
void complete_where(Warp& warp, Mask mask, F over) {
  for (AsyncCopy& copy : warp.async_copies)
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!in(mask & copy.mask, lane) || !over(copy, lane)) continue;
      complete(warp, copy, lane);
      copy.mask &= ~(Mask{1} << lane);
    }
  auto& copies = warp.async_copies;
  copies.erase(std::remove_if(copies.begin(), copies.end(),
                              [](const AsyncCopy& copy) { return copy.mask == 0; }),
               copies.end());
}

}  // namespace

void begin_copy(Warp& warp, const Inst& inst, Mask mask) {
  AsyncCopy copy;
  copy.inst = &inst;
  copy.mask = mask;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    copy.to[lane] = address_in(warp, inst.a, inst.narrow_address, lane) +
                    static_cast<std::uint64_t>(inst.offset);
    if (copy.to[lane] - shared_window < window_bytes) copy.to[lane] -= shared_window;
    copy.from[lane] =
        address_in(warp, inst.b, false, lane) +
        static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(inst.target)});
    copy.bytes[lane] = inst.c == nowhere ? inst.bytes
                                         : std::min<std::uint32_t>(
                                               inst.bytes, warp.lanes<std::uint32_t>(inst.c)[lane]);
    copy.group[lane] = warp.async_group[lane];
  }
  if (warp.launch->options.counts) {
    InstCount& count = warp.counts[warp.pc];
    count_sectors(count, copy.from.data(), mask, inst.bytes);
    const std::uint64_t requests = count.requests;
    count_wavefronts(count, copy.to.data(), mask, inst.bytes);
    count.requests = requests;  // one instruction
    if (warp.launch->beyond) {
      Mask reading = 0;  // one of no bytes only fills with zeros
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        reading |= Mask{in(mask, lane) && copy.bytes[lane] > 0} << lane;
      count_misses(*warp.launch->beyond, *warp.launch->counts, copy.from.data(), reading,
                   inst.bytes, true, false);
    }
  }
  order_target(warp, copy);
  forget_target(warp, copy);
  warp.async_copies.push_back(copy);
}

void commit_copies(Warp& warp, const Inst&, Mask mask) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane) warp.async_group[lane] += in(mask, lane);
}

void wait_for_copies(Warp& warp, const Inst& inst, Mask mask) {
  complete_where(warp, mask, [&](const AsyncCopy& copy, unsigned lane) {
    return copy.group[lane] + inst.extra < warp.async_group[lane];
  });
}

void wait_for_all_copies(Warp& warp, const Inst& inst, Mask mask) {
  commit_copies(warp, inst, mask);
  complete_where(warp, mask, [](const AsyncCopy&, unsigned) { return true; });
}

}  // namespace emu
