// One instruction on memory, lane by lane: addresses, checks, counts.
#pragma once

#include <algorithm>
#include <cstring>

#include "check/races.hpp"
#include "count/traffic.hpp"
#include "exec/cluster.hpp"
#include "exec/launch.hpp"
#include "exec/place.hpp"
#include "exec/vector.hpp"

namespace emu {

constexpr std::uint8_t poison = 0xcb;  // what uninitialised bytes turn out to hold

enum class Use : std::uint8_t { load, store, atomic };

inline std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

inline const char* verb(Use use) {
  return use == Use::load ? "load" : use == Use::store ? "store" : "atomic operation";
}

inline std::string access_text(Use use, unsigned bytes, std::uint64_t address) {
  return std::string(verb(use)) + " of " + std::to_string(bytes) + " bytes at " + hex(address);
}

class Accessor {
 public:
  Accessor(Warp& warp, const Inst& inst, Mask mask, Use use)
      : warp_(warp),
        inst_(inst),
        launch_(*warp.launch),
        use_(use),
        bytes_(unsigned{inst.bytes} * inst.count) {
    access_ = {use != Use::load, use == Use::atomic, strong() || inst.guess, false,
               lenient(),        inst.scope};
    warp.used = std::max(warp.used, warp.pc + 1);
    addresses();
    if (warp.frame->undefined && inst.a != nowhere)
      check_register(warp, inst, inst.a, inst.narrow_address ? 4 : 8, mask, "is an address");
    split(mask);
    if (use != Use::atomic && mask == warp.live && warp.frame->function->program->uniform)
      access_.together = alike(mask);
    if (launch_.options.counts) count();
    if (use == Use::store && (global_ | shared_)) launch_.idle = 0;
    looks();
  }

  /// An access at these addresses, by lane, which is part of another instruction; it counts
  /// nothing, unless told to.
  Accessor(Warp& warp, const Inst& inst, Mask mask, Use use, const std::uint64_t* address,
           bool counts = false)
      : warp_(warp),
        inst_(inst),
        launch_(*warp.launch),
        use_(use),
        bytes_(inst.bytes),
        has_value_(false) {
    access_ = {use != Use::load, false, false, false, false, inst.scope};
    std::copy(address, address + warp_lanes, address_);
    split(mask);
    if (counts && launch_.options.counts) count();
    if (use == Use::store && (global_ | shared_)) launch_.changed();
    looks();
  }

  /// Where a lane's bytes are; null after a finding.
  std::uint8_t* at(unsigned lane) {
    if (undefined_.bytes) undefined_ = {};
    inside_ = bytes_;
    if (in(global_, lane)) return global(lane, address_[lane]);
    if (in(shared_, lane)) return shared(lane, address_[lane]);
    return local(lane, address_[lane]);
  }

  /// Where a lane goes to, for what is kept by address.
  std::uint64_t key(unsigned lane) const {
    return in(shared_, lane) ? key_of(*warp_.block, address_[lane]) : address_[lane];
  }
  static std::uint64_t key_of(Block& from, std::uint64_t address) {
    const Block* const block = reached(from, address);
    return std::uint64_t{1} << 63 | (block ? block : &from)->number << rank_at | address;
  }
  bool is_local(unsigned lane) const { return !in(global_ | shared_, lane); }

  /// Whether what is put keeps bytes behind the end of what is allocated; a finding if not.
  bool keeps_outside(unsigned lane, const void* before, const void* after) {
    const std::size_t behind = bytes_ - inside_;
    if (!std::memcmp(static_cast<const std::uint8_t*>(before) + inside_,
                     static_cast<const std::uint8_t*>(after) + inside_, behind))
      return true;
    outside(lane, address_[lane]);
    return false;
  }

  /// An exchange hands on what it read, as a load does.
  void hand_on() { hands_on_ = true; }
  /// Though it was handed on, it is used.
  void use_undefined(unsigned lane) {
    hands_on_ = false;
    tell_undefined(lane, undefined_.origin);
    hands_on_ = true;
  }

  /// Which bytes of the last at() of a load nobody defined.
  const Undefined& undefined() const { return undefined_; }

  /// Bytes of an element that a lane stored, behind `offset`, are undefined.
  void stored_undefined(unsigned lane, unsigned offset, std::uint64_t bytes, bool computed) {
    for (unsigned i = 0; i < inst_.bytes; ++i) {
      if (!(bytes >> i & 1)) continue;
      std::uint64_t address = address_[lane] + offset + i;
      if (in(global_, lane)) {
        if (launch_.memory->usable(address, 1)) *launch_.memory->shadow(address) = holds_undefined;
      } else if (in(shared_, lane)) {
        Block& block = *reached(*warp_.block, address);
        if (launch_.options.uninitialised) block.shared_written[address] = 0;
      } else {
        *local_flag(lane, address) = computed ? written_undefined : never_written;
      }
    }
  }

  /// A lane will do it later: its place in the order is checked now as well.
  void order(unsigned lane) {
    if (!launch_.options.races) return;
    const std::uint64_t address = address_[lane];
    if (in(shared_, lane)) {
      Block& block = *warp_.block;
      if (address % bytes_ == 0 && address < block.shared.size() &&
          bytes_ <= block.shared.size() - address)
        race(lane, address, block.shared_cells.data() + address / 4, block.shared.data() + address);
    } else if (in(global_, lane) && address % bytes_ == 0 &&
               launch_.memory->usable(address, bytes_)) {
      race(lane, address, launch_.memory->cells(address & ~std::uint64_t{3}),
           launch_.memory->data(address));
    }
  }

 private:
  bool strong() const {
    return inst_.strong && !(inst_.is_volatile && launch_.options.plain_volatile);
  }

  // GCC writes atomic loads and stores that are relaxed as plain ones, and so begins what changes
  // a part of a word by compare and swap.
  bool lenient() const {
    return inst_.count == 1 && (inst_.bytes >= 4 || use_ == Use::load) &&
           warp_.frame->function->program->uniform;
  }

  void addresses() {
    if (inst_.a == nowhere) {
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address_[lane] = static_cast<std::uint64_t>(inst_.offset);
    } else if (inst_.narrow_address) {  // addresses of shared and local memory may be in 32-bit
                                        // registers
      const std::uint32_t* from = warp_.lanes<std::uint32_t>(inst_.a);
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address_[lane] = static_cast<std::uint32_t>(from[lane] + inst_.offset);  // they wrap
    } else {
      const std::uint64_t* from = warp_.lanes<std::uint64_t>(inst_.a);
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address_[lane] = from[lane] + static_cast<std::uint64_t>(inst_.offset);
    }
  }

  void split(Mask mask) {
    switch (inst_.space) {
      case Space::shared:
        shared_ = mask;
        return;
      case Space::local:
        local_ = mask;
        return;
      case Space::generic:
        break;
      default:
        global_ = mask;
        return;
    }
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!in(mask, lane)) continue;
      const Mask bit = Mask{1} << lane;
      if (address_[lane] - shared_window < window_bytes) {
        shared_ |= bit;
        address_[lane] -= shared_window;
      } else if (address_[lane] - local_window < window_bytes) {
        local_ |= bit;
        address_[lane] -= local_window;
      } else {
        global_ |= bit;
      }
    }
  }

  void count() {
    InstCount& count = warp_.counts[warp_.pc];
    if (global_ | local_) count_sectors(count, address_, global_ | local_, bytes_);
    if (shared_) count_wavefronts(count, address_, shared_, bytes_);
    count.redundant += access_.together;
    if (launch_.beyond && global_)
      count_misses(*launch_.beyond, *launch_.counts, address_, global_, bytes_, use_ != Use::store,
                   use_ != Use::load);
  }

  /// Whether all lanes use one address, and store one value.
  bool alike(Mask mask) {
    if (lanes_in(mask) < 2 || local_) return false;
    const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
    for (unsigned lane = first + 1; lane < warp_lanes; ++lane)
      if (in(mask, lane) && (address_[lane] != address_[first] || !stores_same(lane, first)))
        return false;
    return true;
  }

  bool stores_same(unsigned lane, unsigned first) {
    for (unsigned v = 0; use_ == Use::store && v < inst_.count; ++v) {
      const std::uint8_t* from = warp_.lanes<std::uint8_t>(source(v));
      if (std::memcmp(from + lane * inst_.width, from + first * inst_.width, inst_.bytes) != 0)
        return false;
    }
    return true;
  }

  std::uint32_t source(unsigned v) const {
    return inst_.count == 1 ? inst_.b : warp_.frame->function->lists[inst_.extra][v];
  }

  void found(Fault fault, unsigned lane, const std::string& text) {
    add_finding(fault, warp_, inst_, lane, text);
  }

  bool aligned(unsigned lane, std::uint64_t address) {
    if ((address & (bytes_ - 1)) == 0) return true;
    found(Fault::misaligned, lane,
          access_text(use_, bytes_, address) + " is not aligned to " + std::to_string(bytes_) +
              " bytes");
    return false;
  }

  // All bytes have one of two states of the shadow, which differ in one bit.
  static bool all_states(const std::uint8_t* shadow, unsigned bytes, std::uint64_t ignored,
                         std::uint64_t wanted) {
    std::uint64_t bad = 0;
    for (unsigned at = 0; at < bytes; at += 8) {
      const unsigned part = bytes - at < 8 ? bytes - at : 8;
      std::uint64_t word = 0;
      std::memcpy(&word, shadow + at, 8);
      const std::uint64_t relevant =
          part == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * part)) - 1;
      bad |= ((word & ~ignored) ^ wanted) & relevant;
    }
    return bad == 0;
  }

  static constexpr std::uint64_t each = 0x0101010101010101u;

  std::uint8_t* global(unsigned lane, std::uint64_t address) {
    DeviceMemory& memory = *launch_.memory;
    if (!aligned(lane, address)) return nullptr;
    if (!memory.usable(address, bytes_)) {
      if (memory.shared_with_host(address, bytes_)) return reinterpret_cast<std::uint8_t*>(address);
      return outside(lane, address);
    }
    std::uint8_t* shadow = memory.shadow(address);
    const bool reads = use_ != Use::store;
    const std::uint64_t read_only = use_ == Use::load ? each * (constant ^ initialised) : 0;
    const bool good = reads && launch_.options.uninitialised
                          ? all_states(shadow, bytes_, read_only, each * initialised)
                          : all_states(shadow, bytes_, each * (initialised ^ allocated) | read_only,
                                       each * allocated);
    if (!good) {
      const ByteState state = memory.state(address, bytes_);
      if (state == unallocated || state == freed) {
        if (!ends_inside_word(lane, address)) return outside(lane, address);
        while (inside_ && shadow[inside_ - 1] == state) --inside_;
      } else if (use_ != Use::load && *shadow == constant) {
        found(Fault::constant_store, lane,
              access_text(use_, bytes_, address) + ", " + memory.describe(address) +
                  ", which is constant");
        return nullptr;
      } else if (reads) {
        for (unsigned i = 0; i < bytes_; ++i) {
          if (shadow[i] == initialised || shadow[i] == constant) continue;
          if (shadow[i] == allocated) memory.data(address)[i] = poison;
          undefined_.bytes |= std::uint64_t{1} << i;
        }
        tell_undefined(lane, {Space::global, &inst_, address});
      }
    }
    if (launch_.options.races)
      race(lane, address, memory.cells(address & ~std::uint64_t{3}), memory.data(address));
    if (use_ != Use::load) std::memset(shadow, initialised, inside_);
    return memory.data(address);
  }

  // An atomic operation uses what it reads, a load hands it on.
  void tell_undefined(unsigned lane, const Origin& origin) {
    undefined_.origin = origin;
    if (hands_on_ || (use_ == Use::load && has_value_)) return;
    found(Fault::uninitialised, lane,
          std::string(verb(use_)) + " of " + text_of(origin, warp_, bytes_));
    undefined_ = {};
  }

  // Libraries read strings by aligned words, of which the end of an array may be part, and what has
  // one or two bytes is changed by compare and swap of its word.
  bool ends_inside_word(unsigned lane, std::uint64_t address) const {
    const DeviceMemory& memory = *launch_.memory;
    const bool reads_string = use_ == Use::load && warp_.frame->function->program->of_gcc;
    return (reads_string || changes_part()) && inst_.count == 1 && in(global_, lane) &&
           memory.usable(address, 8) &&
           (*memory.shadow(address) & ~std::uint8_t{constant ^ allocated}) == allocated &&
           memory.start_of(address) == memory.start_of(address - address % 8);
  }

  void looks() {
    if (use_ != Use::store && (global_ | shared_)) ++launch_.looks;
  }

  bool changes_part() const {
    return bytes_ == 4 && (inst_.guess || (use_ == Use::atomic && inst_.c != nowhere));
  }

  std::uint8_t* local_flag(unsigned lane, std::uint64_t address) {
    Frame* frame = warp_.frame;
    while (address < frame->local_at) frame = frame->parent;
    return frame->local_written.data() + lane * frame->function->local_bytes +
           (address - frame->local_at);
  }

  std::uint8_t* outside(unsigned lane, std::uint64_t address) {
    DeviceMemory& memory = *launch_.memory;
    const bool was_freed =
        memory.covers(address) && memory.usable(address, 1) && *memory.shadow(address) == freed;
    const bool other =
        address - shared_window < window_bytes || address - local_window < window_bytes;
    const Fault fault = was_freed ? Fault::use_after_free
                        : other   ? Fault::wrong_space
                                  : Fault::out_of_bounds;
    found(fault, lane,
          access_text(use_, bytes_, address) + ", " +
              (other ? "an address of another state space" : memory.describe(address)));
    return nullptr;
  }

  std::uint8_t* shared(unsigned lane, std::uint64_t named) {
    std::uint64_t address = named;
    Block* const there = reached(*warp_.block, address);
    Block& block = there ? *there : *warp_.block;
    if (!aligned(lane, address)) return nullptr;
    if (&block != warp_.block && !may_reach(lane, named, block)) return nullptr;
    if (address >= block.shared.size() || bytes_ > block.shared.size() - address) {
      const std::size_t gaps = launch_.kernel->shared_room - launch_.kernel->shared_bytes;
      found(Fault::out_of_bounds, lane,
            access_text(use_, bytes_, address) + " in shared memory, of which there are " +
                std::to_string(block.shared.size() - gaps) + " bytes");
      return nullptr;
    }
    const unsigned reach = changes_part() ? 1 : bytes_;
    if (launch_.kernel->shared_gaps.reach(address, reach)) {
      found(
          Fault::out_of_bounds, lane,
          access_text(use_, bytes_, address) + " in shared memory, behind the last" +
              shared_name(*launch_.kernel, launch_.kernel->shared_gaps.before(address)).substr(1));
      return nullptr;
    }
    if (launch_.options.uninitialised) {
      std::uint8_t* written = block.shared_written.data() + address;
      if (use_ != Use::store && std::memchr(written, 0, bytes_)) {
        for (unsigned i = 0; i < bytes_; ++i) {
          if (written[i]) continue;
          block.shared[address + i] = poison;
          undefined_.bytes |= std::uint64_t{1} << i;
        }
        tell_undefined(lane, {Space::shared, &inst_, address});
      }
      if (use_ != Use::load) std::memset(written, 1, bytes_);
    }
    if (launch_.options.races)
      race(lane, address, block.shared_cells.data() + address / 4, block.shared.data() + address);
    return block.shared.data() + address;
  }

  /// Whether an access may go to another block of the cluster; a finding if not.
  bool may_reach(unsigned lane, std::uint64_t address, const Block& block) {
    const bool ended = block.finished();
    if (!ended && (inst_.of_cluster || inst_.space == Space::generic)) return true;
    found(ended ? Fault::use_after_free : Fault::wrong_space, lane,
          access_text(use_, bytes_, address) +
              (ended ? " in shared memory of a block that has ended"
                     : " in shared memory of another block, which is none of .shared::cta"));
    return false;
  }

  std::uint8_t* local(unsigned lane, std::uint64_t address) {
    if (!aligned(lane, address)) return nullptr;
    Frame* frame = warp_.frame;
    while (frame && address < frame->local_at) frame = frame->parent;
    const std::uint64_t size = frame ? frame->function->local_bytes : 0;
    if (!frame || address - frame->local_at >= size ||
        bytes_ > size - (address - frame->local_at)) {
      found(Fault::out_of_bounds, lane,
            access_text(use_, bytes_, address) + " in local memory, of which there are " +
                std::to_string(size) + " bytes");
      return nullptr;
    }
    if (frame->function->local_gaps.reach(address - frame->local_at, bytes_)) {
      found(Fault::out_of_bounds, lane,
            access_text(use_, bytes_, address) + " in local memory, behind a variable");
      return nullptr;
    }
    const std::size_t place = lane * size + (address - frame->local_at);
    std::uint8_t* written = frame->local_written.data() + place;
    if (use_ != Use::store && launch_.options.uninitialised &&
        !all_states(written, bytes_, 0, each * LocalByte::written)) {
      for (unsigned i = 0; i < bytes_; ++i) {
        if (written[i] == LocalByte::written) continue;
        if (written[i] == never_written) frame->local[place + i] = poison;
        undefined_.computed |= written[i] == written_undefined;
        undefined_.bytes |= std::uint64_t{1} << i;
      }
      tell_undefined(lane, {Space::local, &inst_, address});
    }
    if (use_ != Use::load) std::memset(written, LocalByte::written, bytes_);
    return frame->local.data() + place;
  }

  void race(unsigned lane, std::uint64_t address, Cell* cells, const std::uint8_t* memory) {
    races::Verdict worst = races::Verdict::fine;
    if (bytes_ < 4) {
      worst =
          races::touch(*warp_.clock, lane, *cells, ((1u << bytes_) - 1) << (address & 3), access_);
    } else {
      for (unsigned word = 0; word < bytes_ / 4; ++word)
        if (const auto verdict = races::touch(*warp_.clock, lane, cells[word], 15, access_);
            verdict != races::Verdict::fine)
          worst = verdict;
    }
    if (worst != races::Verdict::fine) report_race(lane, address, worst, memory);
  }

  void report_race(unsigned lane, std::uint64_t address, races::Verdict verdict,
                   const std::uint8_t* memory) {
    const std::string where = in(shared_, lane)
                                  ? " in shared memory" + shared_name(*launch_.kernel, address)
                                  : ", " + launch_.memory->describe(address);
    const std::string text = access_text(use_, bytes_, address) + where;
    if (verdict == races::Verdict::narrow_scope) {
      found(Fault::narrow_scope, lane,
            text + ": the scope is that of a block, another block uses it too");
      return;
    }
    if (verdict == races::Verdict::stream_race) {
      found(Fault::stream_race, lane, text + ": work of another stream is not ordered with it");
      return;
    }
    bool same = use_ == Use::store && has_value_;
    for (unsigned v = 0; v < inst_.count && same; ++v)
      same = std::memcmp(warp_.lanes<std::uint8_t>(source(v)) + lane * inst_.width,
                         memory + v * inst_.bytes, inst_.bytes) == 0;
    found(same ? Fault::same_value_race : Fault::race, lane,
          text + ": another thread's access is not ordered with it");
  }

  Warp& warp_;
  const Inst& inst_;
  Launch& launch_;
  Use use_;
  unsigned bytes_;
  bool has_value_ = true;  // of a store: in registers of the instruction
  bool hands_on_ = false;
  unsigned inside_ = 0;  // bytes of the last at() that are in an allocation: all, or the first ones
  races::Access access_;
  Undefined undefined_;
  Mask global_ = 0, shared_ = 0, local_ = 0;
  std::uint64_t address_[warp_lanes];
};

}  // namespace emu
