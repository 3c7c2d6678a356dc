#include "exec/memory_ops.hpp"

#include <cstring>
#include <functional>

#include "check/races.hpp"
#include "count/traffic.hpp"
#include "exec/launch.hpp"
#include "exec/scalar.hpp"
#include "exec/vector.hpp"

namespace emu {
namespace {

using ptx::Space;

constexpr std::uint8_t poison = 0xcb;  // what uninitialised bytes turn out to hold

enum class Use : std::uint8_t { load, store, atomic };

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

const char* verb(Use use) {
  return use == Use::load ? "load" : use == Use::store ? "store" : "atomic operation";
}

std::string access_text(Use use, unsigned bytes, std::uint64_t address) {
  return std::string(verb(use)) + " of " + std::to_string(bytes) + " bytes at " + hex(address);
}

/// One instruction on memory, lane by lane.
class Accessor {
 public:
  Accessor(Warp& warp, const Inst& inst, Mask mask, Use use)
      : warp_(warp),
        inst_(inst),
        launch_(*warp.launch),
        use_(use),
        bytes_(unsigned{inst.bytes} * inst.count) {
    access_ = {use != Use::load, use == Use::atomic, inst.strong, inst.scope};
    addresses();
    split(mask);
    if (launch_.options.counts) count();
    if (use == Use::store) launch_.idle = 0;
  }

  /// Where a lane's bytes are; null after a finding.
  std::uint8_t* at(unsigned lane) {
    if (in(global_, lane)) return global(lane, address_[lane]);
    if (in(shared_, lane)) return shared(lane, address_[lane]);
    return local(lane, address_[lane]);
  }

  std::uint64_t key(unsigned lane) const {
    return in(shared_, lane) ? (std::uint64_t{1} << 63 | warp_.block->number << 24 | address_[lane])
                             : address_[lane];
  }
  bool is_local(unsigned lane) const { return !in(global_ | shared_, lane); }

 private:
  void addresses() {
    if (inst_.a == nowhere) {
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address_[lane] = static_cast<std::uint64_t>(inst_.offset);
    } else if (inst_.narrow_address) {  // addresses of shared and local memory may be in 32-bit
                                        // registers
      const std::uint32_t* from = warp_.lanes<std::uint32_t>(inst_.a);
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        address_[lane] = from[lane] + static_cast<std::uint64_t>(inst_.offset);
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
  }

  void found(Fault fault, unsigned lane, const std::string& text) {
    launch_.findings->add(fault, warp_, inst_, lane, text);
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
    const bool good =
        reads && launch_.options.uninitialised
            ? all_states(shadow, bytes_, 0, each * initialised)
            : all_states(shadow, bytes_, each * (initialised ^ allocated), each * allocated);
    if (!good) {
      const ByteState state = memory.state(address, bytes_);
      if (state == unallocated || state == freed) return outside(lane, address);
      found(
          Fault::uninitialised, lane,
          access_text(use_, bytes_, address) + ", " + memory.describe(address) + ", never written");
      for (unsigned i = 0; i < bytes_; ++i)
        if (shadow[i] == allocated) memory.data(address)[i] = poison;
      memory.mark(address, bytes_, initialised);
    }
    if (launch_.options.races)
      race(lane, address, memory.cells(address & ~std::uint64_t{3}), memory.data(address));
    if (use_ != Use::load) std::memset(shadow, initialised, bytes_);
    return memory.data(address);
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

  std::uint8_t* shared(unsigned lane, std::uint64_t address) {
    Block& block = *warp_.block;
    if (!aligned(lane, address)) return nullptr;
    if (address >= block.shared.size() || bytes_ > block.shared.size() - address) {
      found(Fault::out_of_bounds, lane,
            access_text(use_, bytes_, address) + " in shared memory, of which there are " +
                std::to_string(block.shared.size()) + " bytes");
      return nullptr;
    }
    if (launch_.options.uninitialised) {
      std::uint8_t* written = block.shared_written.data() + address;
      if (use_ != Use::store && std::memchr(written, 0, bytes_)) {
        found(
            Fault::uninitialised, lane,
            access_text(use_, bytes_, address) + " in shared memory, never written in this block");
        for (unsigned i = 0; i < bytes_; ++i)
          if (!written[i]) block.shared[address + i] = poison;
        std::memset(written, 1, bytes_);
      }
      if (use_ != Use::load) std::memset(written, 1, bytes_);
    }
    if (launch_.options.races)
      race(lane, address, block.shared_cells.data() + address / 4, block.shared.data() + address);
    return block.shared.data() + address;
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
    const std::size_t place = lane * size + (address - frame->local_at);
    std::uint8_t* written = frame->local_written.data() + place;
    if (use_ != Use::store && launch_.options.uninitialised && std::memchr(written, 0, bytes_)) {
      found(Fault::uninitialised, lane,
            access_text(use_, bytes_, address) + " in local memory, never written");
      for (unsigned i = 0; i < bytes_; ++i)
        if (!written[i]) frame->local[place + i] = poison;
      std::memset(written, 1, bytes_);
    }
    if (use_ != Use::load) std::memset(written, 1, bytes_);
    return frame->local.data() + place;
  }

  void race(unsigned lane, std::uint64_t address, Cell* cells, const std::uint8_t* memory) {
    races::Verdict worst = races::Verdict::fine;
    if (bytes_ < 4) {
      worst = races::touch(warp_, lane, *cells, ((1u << bytes_) - 1) << (address & 3), access_);
    } else {
      for (unsigned word = 0; word < bytes_ / 4; ++word)
        if (const auto verdict = races::touch(warp_, lane, cells[word], 15, access_);
            verdict != races::Verdict::fine)
          worst = verdict;
    }
    if (worst != races::Verdict::fine) report_race(lane, address, worst, memory);
  }

  void report_race(unsigned lane, std::uint64_t address, races::Verdict verdict,
                   const std::uint8_t* memory) {
    const std::string where =
        in(shared_, lane) ? " in shared memory" : ", " + launch_.memory->describe(address);
    const std::string text = access_text(use_, bytes_, address) + where;
    if (verdict == races::Verdict::narrow_scope) {
      found(Fault::narrow_scope, lane,
            text + ": the scope is that of a block, another block uses it too");
      return;
    }
    bool same = use_ == Use::store;
    for (unsigned v = 0; v < inst_.count && same; ++v) {
      const std::uint32_t from =
          inst_.count == 1 ? inst_.b : warp_.frame->function->lists[inst_.extra][v];
      same = std::memcmp(warp_.lanes<std::uint8_t>(from) + lane * inst_.width,
                         memory + v * inst_.bytes, inst_.bytes) == 0;
    }
    found(same ? Fault::same_value_race : Fault::race, lane,
          text + ": another thread's access is not ordered with it");
  }

  Warp& warp_;
  const Inst& inst_;
  Launch& launch_;
  Use use_;
  unsigned bytes_;
  races::Access access_;
  Mask global_ = 0, shared_ = 0, local_ = 0;
  std::uint64_t address_[warp_lanes];
};

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

void load_lane(Warp& warp, const Inst& inst, unsigned lane, const std::uint8_t* from) {
  for (unsigned v = 0; v < inst.count; ++v) {
    const std::uint32_t to = element(warp, inst, inst.d, v);
    if (to == nowhere) continue;  // the sink _
    write_register(warp, to, lane,
                   from ? read_element(from + v * inst.bytes, inst) : 0xcbcbcbcbcbcbcbcbu,
                   inst.width);
  }
}

void store_lane(Warp& warp, const Inst& inst, unsigned lane, std::uint8_t* to) {
  for (unsigned v = 0; v < inst.count; ++v) {
    const std::uint32_t from = element(warp, inst, inst.b, v);
    std::memcpy(to + v * inst.bytes, warp.lanes<std::uint8_t>(from) + lane * inst.width,
                inst.bytes);
  }
}

// --- atomic operations
template <typename T>
struct AddOf {
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>)
      return a + b;
    else
      return static_cast<T>(std::make_unsigned_t<T>(a) + std::make_unsigned_t<T>(b));
  }
};
template <typename T>
struct MinOf {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct MaxOf {
  T operator()(T a, T b) const { return b > a ? b : a; }
};
template <typename T>
struct AndOf {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct OrOf {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct XorOf {
  T operator()(T a, T b) const { return a ^ b; }
};
template <typename T>
struct ExchOf {
  T operator()(T, T b) const { return b; }
};
template <typename T>
struct IncOf {
  T operator()(T a, T b) const { return a >= b ? T(0) : a + 1; }
};
template <typename T>
struct DecOf {
  T operator()(T a, T b) const { return a == 0 || a > b ? b : a - 1; }
};

struct Replace {};  // compare and swap

template <typename T, typename F>
void atomic(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::atomic);
  const bool orders = warp.launch->options.races;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint8_t* place = accessor.at(lane);
    T before;
    if (place) {
      std::memcpy(&before, place, sizeof before);
      const T operand = warp.lanes<T>(inst.b)[lane];
      T after;
      if constexpr (std::is_same_v<F, Replace>)
        after = before == operand ? warp.lanes<T>(inst.c)[lane] : before;
      else
        after = F()(before, operand);
      if (std::memcmp(&before, &after, sizeof after) != 0) warp.launch->idle = 0;
      std::memcpy(place, &after, sizeof after);
      if (orders) {
        races::strong_read(warp, accessor.key(lane), inst.acquire);
        races::strong_write(warp, accessor.key(lane), inst.release, true);
      }
    } else {
      std::memset(&before, poison, sizeof before);
    }
    if (inst.d != nowhere) warp.lanes<T>(inst.d)[lane] = before;
  }
}

template <template <typename> class F>
Handler of_integers(ptx::Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32)
    return sign ? atomic<std::int32_t, F<std::int32_t>> : atomic<std::uint32_t, F<std::uint32_t>>;
  if (type.bits == 64)
    return sign ? atomic<std::int64_t, F<std::int64_t>> : atomic<std::uint64_t, F<std::uint64_t>>;
  return nullptr;
}

}  // namespace

void load(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::load);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    load_lane(warp, inst, lane, accessor.at(lane));
    if (inst.strong && warp.launch->options.races)
      races::strong_read(warp, accessor.key(lane), inst.acquire);
  }
}

void store(Warp& warp, const Inst& inst, Mask mask) {
  Accessor accessor(warp, inst, mask, Use::store);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    if (std::uint8_t* place = accessor.at(lane)) store_lane(warp, inst, lane, place);
    if (inst.strong && warp.launch->options.races)
      races::strong_write(warp, accessor.key(lane), inst.release, false);
  }
}

void load_launch_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::vector<std::uint8_t>& parameters = warp.launch->parameters;
  const std::uint64_t* base = inst.a == nowhere ? nullptr : warp.lanes<std::uint64_t>(inst.a);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    const std::uint64_t at = static_cast<std::uint64_t>(inst.offset) + (base ? base[lane] : 0);
    const std::size_t bytes = std::size_t{inst.bytes} * inst.count;
    if (at > parameters.size() || bytes > parameters.size() - at) {
      warp.launch->findings->add(Fault::out_of_bounds, warp, inst, lane,
                                 "load beyond the parameters of the launch");
      load_lane(warp, inst, lane, nullptr);
    } else {
      load_lane(warp, inst, lane, parameters.data() + at);
    }
  }
}

void load_call_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::size_t size = warp.frame->function->frame_parameter_bytes;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      load_lane(warp, inst, lane, warp.frame->parameters.data() + lane * size + inst.offset);
}

void store_call_parameter(Warp& warp, const Inst& inst, Mask mask) {
  const std::size_t size = warp.frame->function->frame_parameter_bytes;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane))
      store_lane(warp, inst, lane, warp.frame->parameters.data() + lane * size + inst.offset);
}

void fence(Warp& warp, const Inst& inst, Mask) {
  if (warp.launch->options.races && inst.scope != Scope::block) races::fence(warp);
}

Handler atomic_handler(const std::string& operation, ptx::Type type) {
  if (operation == "add" && type.kind == 'f')
    return type.bits == 64   ? atomic<double, AddOf<double>>
           : type.bits == 32 ? atomic<float, AddOf<float>>
                             : nullptr;
  const ptx::Type plain{'u', type.bits};
  if (type.kind == 'f') return nullptr;
  if (operation == "add") return of_integers<AddOf>(type);
  if (operation == "min") return of_integers<MinOf>(type);
  if (operation == "max") return of_integers<MaxOf>(type);
  if (operation == "and") return of_integers<AndOf>(plain);
  if (operation == "or") return of_integers<OrOf>(plain);
  if (operation == "xor") return of_integers<XorOf>(plain);
  if (operation == "exch") return of_integers<ExchOf>(plain);
  if (operation == "inc")
    return type.bits == 32 ? atomic<std::uint32_t, IncOf<std::uint32_t>> : nullptr;
  if (operation == "dec")
    return type.bits == 32 ? atomic<std::uint32_t, DecOf<std::uint32_t>> : nullptr;
  if (operation == "cas") {
    if (type.bits == 16) return atomic<std::uint16_t, Replace>;
    if (type.bits == 32) return atomic<std::uint32_t, Replace>;
    if (type.bits == 64) return atomic<std::uint64_t, Replace>;
  }
  return nullptr;
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

Handler address_conversion(ptx::Space space, bool to_space, unsigned bytes) {
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
