#include "amd/memory.hpp"

#include <algorithm>

#include "amd/operands.hpp"
#include "count/traffic.hpp"

namespace emu::amd {
namespace {

constexpr std::uint64_t line_bytes = 64;
constexpr std::uint32_t most_polls = 1000;

bool defined(std::uint8_t state) { return state == initialised || state == constant; }
bool there(std::uint8_t state) { return state & allocated; }

std::string described(const Execution& run, std::uint64_t address) {
  const std::string variable = run.code.variable_at(address);
  return variable.empty() ? run.machine.memory->describe(address) : variable;
}

/// Moves what a register holds in one piece, as the host may look on.
void move(std::uint8_t* to, const std::uint8_t* from, unsigned bytes) {
  switch (bytes) {
    case 1:
      *to = *from;
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 3:  // of a word that lies across two pieces of scratch memory
      std::memcpy(to, from, 3);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      for (unsigned at = 0; at < bytes; at += 4) std::memcpy(to + at, from + at, 4);
  }
}

/// Lines that lanes touch, each counted once.
std::uint64_t lines_of(const std::uint64_t* address, LaneMask mask, unsigned bytes) {
  std::uint64_t touched[2 * lanes];
  std::size_t count = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::uint64_t first = address[lane] / line_bytes;
    const std::uint64_t last = (address[lane] + bytes - 1) / line_bytes;
    for (std::uint64_t line = first; line <= last; ++line)
      if (count == 0 || touched[count - 1] != line) touched[count++] = line;
    if (count + 1 >= 2 * lanes) break;
  }
  std::sort(touched, touched + count);
  return static_cast<std::uint64_t>(std::unique(touched, touched + count) - touched);
}

}  // namespace

bool read_words(Wave& wave, std::uint64_t address, unsigned words, std::uint32_t* values,
                std::uint32_t* missing) {
  DeviceMemory& memory = *wave.execution->machine.memory;
  const unsigned bytes = words * 4;
  std::fill_n(values, words, 0u);
  std::fill_n(missing, words, 0u);
  if (!memory.usable(address, bytes)) {
    if (memory.shared_with_host(address, bytes)) {
      std::memcpy(values, reinterpret_cast<const void*>(address), bytes);
      return true;
    }
    wave.found(Fault::out_of_bounds, 0,
               access_text(Use::load, bytes, address) + ", " + described(*wave.execution, address));
    return false;
  }
  const std::uint8_t* shadow = memory.shadow(address);
  for (unsigned i = 0; i < bytes; ++i) {
    if (!there(shadow[i])) {
      // Wide loads may go beyond what is used of them, though not beyond all of it.
      if (i == 0) {
        wave.found(
            shadow[i] == freed ? Fault::use_after_free : Fault::out_of_bounds, 0,
            access_text(Use::load, bytes, address) + ", " + described(*wave.execution, address));
        return false;
      }
    }
    if (!defined(shadow[i])) missing[i / 4] |= 255u << 8 * (i % 4);
  }
  constexpr races::Access plain{false, false, false, false, true, Scope::system};
  Order& order = wave.execution->order;
  if (wave.order.clock && !order.access(wave, memory.cells(address), address, bytes, plain))
    wave.found(Fault::race, 0,
               access_text(Use::load, bytes, address) + ", " + described(*wave.execution, address) +
                   ": another wave's access is not ordered with it");
  std::memcpy(values, memory.data(address), bytes);
  // What is partly defined counts as defined: compilers load words of which they use a byte.
  for (unsigned word = 0; word < words; ++word)
    if (missing[word] != ~0u) missing[word] = 0;
  return true;
}

Access::Access(Wave& wave, const Decoded& inst, Use use, unsigned bytes)
    : wave_(wave),
      inst_(inst),
      run_(*wave.execution),
      use_(use),
      bytes_(bytes),
      mask_(wave.exec()) {}

void Access::check_registers(unsigned first, unsigned words) {
  LaneMask undefined = 0;
  for (unsigned i = 0; i < words; ++i) {
    undefined |= wave_.v_undefined[first + i] & mask_;
    wave_.v_undefined[first + i] &= ~mask_;
  }
  if (undefined)
    wave_.found_undefined(static_cast<unsigned>(__builtin_ctzll(undefined)), "is an address");
}

void Access::take_shared(const std::uint32_t* base, std::uint32_t offset) {
  for (unsigned lane = 0; lane < lanes; ++lane) {
    room_[lane] = Room::shared;
    address_[lane] = std::uint32_t{base[lane] + offset};
  }
}

void Access::take_addresses() {
  if (inst_.family == Family::mubuf)
    buffer_addresses();
  else
    flat_addresses();
}

void Access::flat_addresses() {
  const auto offset = static_cast<std::uint64_t>(std::int64_t{inst_.offset});
  const bool by_base = inst_.family == Family::scratch && inst_.has_soffset;
  const std::uint32_t* low = by_base ? nullptr : wave_.lanes_of(inst_.address);
  if (inst_.family == Family::scratch) {
    swizzled_ = true;
    base_ = wave_.pair(scalar::flat_scratch);
    if (!by_base) check_registers(inst_.address, 1);
    const std::uint32_t from = by_base ? wave_.word(inst_.base) : 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      room_[lane] = Room::scratch;
      address_[lane] = (by_base ? from : low[lane]) + offset;
    }
    return;
  }
  if (inst_.has_soffset) {
    check_registers(inst_.address, 1);
    if (wave_.pair_undefined(inst_.base)) wave_.found_undefined(0, "is an address");
    const std::uint64_t base = wave_.pair(inst_.base);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      room_[lane] = Room::global;
      address_[lane] = base + low[lane] + offset;
    }
    return;
  }
  check_registers(inst_.address, 2);
  const std::uint32_t* high = wave_.lanes_of(inst_.address + 1u);
  const Apertures& apertures = run_.dispatch.apertures;
  const bool flat = inst_.family == Family::flat;
  swizzled_ = true;
  base_ = wave_.pair(scalar::flat_scratch);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    address_[lane] = (low[lane] | std::uint64_t{high[lane]} << 32) + offset;
    const auto window = static_cast<std::uint32_t>(address_[lane] >> 32);
    room_[lane] = flat && window == apertures.shared ? Room::shared
                  : flat && window == apertures.lane ? Room::scratch
                                                     : Room::global;
    if (room_[lane] != Room::global) address_[lane] &= 0xffffffffu;
  }
}

void Access::buffer_addresses() {
  const std::uint64_t halves[] = {wave_.pair(inst_.base), wave_.pair(inst_.base + 2u)};
  std::uint32_t resource[4];
  std::memcpy(resource, halves, sizeof resource);
  const std::uint64_t base = resource[0] | std::uint64_t{resource[1] & 0xffffu} << 32;
  const bool swizzles = resource[1] >> 31 & 1, adds_lane = resource[3] >> 23 & 1;
  const std::uint32_t stride = resource[1] >> 16 & 0x3fff;
  if (inst_.by_index || stride || swizzles != adds_lane || inst_.lds)
    throw Unsupported(std::string(inst_.name) + " of a structured buffer");
  std::uint32_t undefined = 0;
  const std::uint32_t soffset = scalar_32(wave_, inst_, inst_.soffset, undefined);
  if (undefined | wave_.s_undefined[inst_.base] | wave_.s_undefined[inst_.base + 1])
    wave_.found_undefined(0, "is an address");
  if (inst_.by_register) check_registers(inst_.address, 1);
  const std::uint32_t* offsets = inst_.by_register ? wave_.lanes_of(inst_.address) : nullptr;
  swizzled_ = swizzles;
  // Offsets of the wave count 64 times those of a lane.
  base_ = base;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint64_t offset =
        static_cast<std::uint32_t>(inst_.offset) + (inst_.by_register ? offsets[lane] : 0);
    room_[lane] = swizzles ? Room::scratch : Room::global;
    address_[lane] = swizzles ? offset + soffset / lanes : base + soffset + offset;
  }
}

std::uint64_t Access::swizzled(unsigned lane, std::uint64_t offset) const {
  return base_ + offset / 4 * (4 * lanes) + lane * 4 + offset % 4;
}

std::string Access::text(std::uint64_t address) const { return access_text(use_, bytes_, address); }

std::uint8_t* Access::outside(unsigned lane, std::uint64_t address, unsigned bytes) {
  DeviceMemory& memory = *run_.machine.memory;
  Fault fault = Fault::out_of_bounds;
  if (memory.covers(address) && memory.usable(address, 1))
    for (unsigned i = 0; i < bytes && memory.usable(address + i, 1); ++i)
      if (*memory.shadow(address + i) == freed) fault = Fault::use_after_free;
  const auto window = static_cast<std::uint32_t>(address >> 32);
  const Apertures& apertures = run_.dispatch.apertures;
  const bool other = window == apertures.shared || window == apertures.lane;
  wave_.found(other ? Fault::wrong_space : fault, lane,
              text(address) + ", " +
                  (other ? "an address of another state space" : described(run_, address)));
  return nullptr;
}

std::uint8_t* Access::global(unsigned lane, std::uint64_t address, unsigned bytes,
                             std::uint32_t& undefined) {
  DeviceMemory& memory = *run_.machine.memory;
  if (!memory.usable(address, bytes)) {
    if (memory.shared_with_host(address, bytes)) return reinterpret_cast<std::uint8_t*>(address);
    return outside(lane, address, bytes);
  }
  std::uint8_t* shadow = memory.shadow(address);
  std::uint8_t* data = memory.data(address);
  bool good = true;
  for (unsigned i = 0; i < bytes; ++i) good &= shadow[i] == initialised;
  if (good) return data;
  // Bytes and halves have no atomic operations of their own: compilers load and change the word.
  const bool whole = use_ != Use::store && bytes == 4 && address % 4 == 0 &&
                     std::any_of(shadow, shadow + bytes, there);
  for (unsigned i = 0; i < bytes; ++i) {
    if (whole && !there(shadow[i])) continue;
    if (!there(shadow[i])) return outside(lane, address, bytes);
    if (use_ != Use::load && shadow[i] == constant) {
      wave_.found(Fault::constant_store, lane,
                  text(address) + ", " + described(run_, address) + ", which is constant");
      return nullptr;
    }
    if (use_ == Use::store || defined(shadow[i])) continue;
    if (shadow[i] == allocated) data[i] = poison;
    undefined |= 1u << i;
  }
  return data;
}

std::uint8_t* Access::shared(unsigned lane, std::uint32_t& undefined) {
  Group& group = *wave_.group;
  const std::uint64_t address = address_[lane];
  if (address >= group.shared.size() || bytes_ > group.shared.size() - address) {
    wave_.found(Fault::out_of_bounds, lane,
                text(address) + " in LDS, of which the group has " +
                    std::to_string(group.shared.size()) + " bytes");
    return nullptr;
  }
  for (unsigned i = 0; i < bytes_ && use_ != Use::store; ++i)
    if (!group.shared_written[address + i]) undefined |= 1u << i;
  return group.shared.data() + address;
}

bool Access::in_scratch(unsigned lane) {
  const std::uint64_t limit = run_.piece / lanes;
  const std::uint64_t before = base_ - wave_.scratch;  // in bytes of the wave
  const std::uint64_t offset = address_[lane] + before / lanes;
  if (before < run_.piece && offset < limit && bytes_ <= limit - offset) return true;
  wave_.found(Fault::out_of_bounds, lane,
              text(address_[lane]) + " in scratch memory, of which a lane has " +
                  std::to_string(run_.dispatch.private_bytes) + " bytes");
  return false;
}

/// Calls piece(where, first byte, bytes, undefined bits) for what lies together.
template <class F>
bool Access::in_pieces(unsigned lane, F piece) {
  std::uint32_t undefined = 0;
  switch (room_[lane]) {
    case Room::global: {
      std::uint8_t* at = global(lane, address_[lane], bytes_, undefined);
      if (!at) return false;
      piece(at, address_[lane], 0u, bytes_, undefined);
      return true;
    }
    case Room::shared: {
      std::uint8_t* at = shared(lane, undefined);
      if (!at) return false;
      piece(at, address_[lane], 0u, bytes_, undefined);
      return true;
    }
    default:
      break;
  }
  if (!in_scratch(lane)) return false;
  for (unsigned at = 0; at < bytes_;) {
    const std::uint64_t offset = address_[lane] + at;
    const unsigned together = std::min<unsigned>(bytes_ - at, 4 - offset % 4);
    const std::uint64_t address = swizzled(lane, offset);
    undefined = 0;
    std::uint8_t* where = global(lane, address, together, undefined);
    if (!where) return false;
    piece(where, address, at, together, undefined << at);
    at += together;
  }
  return true;
}

bool Access::load(unsigned lane, std::uint8_t* to, std::uint32_t& undefined) {
  undefined = 0;
  std::memset(to, 0, bytes_);
  return in_pieces(lane, [&](const std::uint8_t* where, std::uint64_t address, unsigned at,
                             unsigned bytes, std::uint32_t missing) {
    race(lane, address, bytes, where, nullptr);
    move(to + at, where, bytes);
    undefined |= missing;
  });
}

bool Access::store(unsigned lane, const std::uint8_t* from, std::uint32_t undefined) {
  DeviceMemory& memory = *run_.machine.memory;
  const bool in_shared = room_[lane] == Room::shared;
  if (room_[lane] != Room::scratch) run_.changed();
  return in_pieces(lane, [&](std::uint8_t* where, std::uint64_t address, unsigned at,
                             unsigned bytes, std::uint32_t) {
    race(lane, address, bytes, where, from + at);
    move(where, from + at, bytes);
    if (in_shared) {
      for (unsigned i = 0; i < bytes; ++i)
        wave_.group->shared_written[address + i] = !(undefined >> (at + i) & 1);
      return;
    }
    if (!memory.usable(address, bytes)) return;  // the host's
    std::uint8_t* shadow = memory.shadow(address);
    for (unsigned i = 0; i < bytes; ++i)
      shadow[i] = undefined >> (at + i) & 1 ? holds_undefined : initialised;
  });
}

std::uint8_t* Access::atomic(unsigned lane) {
  const std::uint64_t address = address_[lane];
  if (address % bytes_) {
    wave_.found(Fault::misaligned, lane, text(address));
    return nullptr;
  }
  std::uint8_t* place = nullptr;
  std::uint32_t undefined = 0;
  if (room_[lane] == Room::scratch) {
    if (bytes_ > 4) throw Unsupported("an atomic operation of 8 bytes in scratch memory");
    if (in_scratch(lane)) place = global(lane, swizzled(lane, address), bytes_, undefined);
  } else {
    place = room_[lane] == Room::shared ? shared(lane, undefined)
                                        : global(lane, address, bytes_, undefined);
  }
  if (!place) return nullptr;
  if (undefined)
    wave_.found(Fault::uninitialised, lane,
                text(address) +
                    (room_[lane] == Room::shared ? " in LDS" : ", " + described(run_, address)));
  race(lane, address, bytes_, place, nullptr);
  DeviceMemory& memory = *run_.machine.memory;
  if (room_[lane] == Room::shared)
    std::memset(wave_.group->shared_written.data() + address, 1, bytes_);
  else if (memory.usable(address, bytes_))
    std::replace_if(memory.shadow(address), memory.shadow(address) + bytes_, there, initialised);
  return place;
}

void Access::begin(bool reads) {
  count();
  if (wave_.order.clock && mask_) order(reads);
}

void Access::order(bool reads) {
  constexpr unsigned most_for_a_lock = 4;  // lanes
  const bool atomic = use_ == Use::atomic, strong = atomic || inst_.glc;
  // Stores and, within a group, loads that are atomic look like any other: who meets a strong
  // access may be strong.
  access_ = {use_ != Use::load, atomic, strong, false, true, Scope::system};
  run_.order.before(wave_, access_, wave_.writer_of(inst_));
  if (use_ == Use::load && !strong) return;
  const bool few = lanes_in(mask_) <= most_for_a_lock;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(mask_, lane)) continue;
    std::uint64_t key = address_[lane];
    if (room_[lane] == Room::shared) key |= std::uint64_t{1} << 63 | wave_.group->number << 32;
    if (!reads && !run_.order.known(key)) continue;
    if (const Cell* cell = cells(lane, address_[lane], bytes_))
      run_.order.at(wave_, key, *cell, access_, reads, few);
  }
}

/// Who used what a lane goes to; null for what is its own, is not there or is the host's.
Cell* Access::cells(unsigned lane, std::uint64_t address, unsigned bytes) const {
  if (room_[lane] == Room::scratch) return nullptr;
  if (room_[lane] == Room::global)
    return run_.machine.memory->usable(address, bytes) ? run_.machine.memory->cells(address)
                                                       : nullptr;
  Group& group = *wave_.group;
  return address + bytes <= group.shared.size() ? group.shared_cells.data() + address / 4 : nullptr;
}

void Access::race(unsigned lane, std::uint64_t address, unsigned bytes, const std::uint8_t* memory,
                  const std::uint8_t* value) {
  if (!wave_.order.clock) return;
  Cell* const used = cells(lane, address, bytes);
  if (!used || run_.order.access(wave_, used, address, bytes, access_)) return;
  const bool same = value && std::memcmp(memory, value, bytes) == 0;
  wave_.found(same ? Fault::same_value_race : Fault::race, lane,
              text(address) +
                  (room_[lane] == Room::shared ? " in LDS" : ", " + described(run_, address)) +
                  ": another wave's access is not ordered with it");
}

void Access::count() {
  // Nobody else changes scratch memory, in which volatile variables are.
  bool others = false;
  for (unsigned lane = 0; lane < lanes; ++lane)
    others |= in(mask_, lane) && room_[lane] != Room::scratch;
  if (others && use_ != Use::store) ++run_.looks;
  if (others && (inst_.glc || use_ == Use::atomic) && ++wave_.polls > most_polls)
    wave_.slept = wave_.yields = true;
  if (!run_.machine.options.counts || !mask_) return;
  InstCount& count = *run_.count(inst_);
  std::uint64_t address[lanes];
  LaneMask in_room[3] = {0, 0, 0};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(mask_, lane)) continue;
    const Room room = room_[lane];
    in_room[static_cast<std::size_t>(room)] |= LaneMask{1} << lane;
    address[lane] = room == Room::scratch ? swizzled(lane, address_[lane]) : address_[lane];
  }
  const LaneMask shared = in_room[1], outer = in_room[0] | in_room[2];
  if (shared)
    for (unsigned half = 0; half < 2; ++half)
      if (const auto part = static_cast<Mask>(shared >> 32 * half))
        count_wavefronts(count, address + 32 * half, part, bytes_);
  if (!outer) return;
  ++count.requests;
  count.sectors += lines_of(address, outer, bytes_);
  count.least_sectors += (lanes_in(outer) * bytes_ + line_bytes - 1) / line_bytes;
  if (!run_.machine.beyond) return;
  for (unsigned half = 0; half < 2; ++half)
    if (const auto part = static_cast<Mask>(outer >> 32 * half))
      count_misses(*run_.machine.beyond, *run_.machine.counts, address + 32 * half, part, bytes_,
                   use_ != Use::store, use_ != Use::load);
}

}  // namespace emu::amd
