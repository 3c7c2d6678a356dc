// DS: LDS of a group, and moves between lanes that go through its crossbar.
#include <cstdlib>

#include "amd/atomics.hpp"
#include "amd/meanings.hpp"
#include "amd/memory.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

void check(Wave& wave, const Decoded& inst) {
  if (inst.gds) throw Unsupported(std::string(inst.name) + " of memory that all groups share");
  const LaneMask undefined = wave.v_undefined[inst.address] & wave.exec();
  if (!undefined) return;
  wave.v_undefined[inst.address] &= ~undefined;
  wave.found_undefined(static_cast<unsigned>(__builtin_ctzll(undefined)), "is an address");
}

void load_at(Wave& wave, const Decoded& inst, const u32* base, unsigned offset, unsigned first,
             unsigned bytes, bool with_sign, unsigned half) {
  Access access(wave, inst, Use::load, bytes);
  access.take_shared(base, offset);
  access.begin(false);
  const unsigned words = (bytes + 3) / 4;
  u32* d[4] = {};
  for (unsigned word = 0; word < words; ++word) d[word] = wave.result_of(inst, first + word);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    u32 values[4] = {}, undefined = 0;
    access.load(lane, reinterpret_cast<std::uint8_t*>(values), undefined);
    if (with_sign && bytes == 1) values[0] = static_cast<u32>(static_cast<std::int8_t>(values[0]));
    if (with_sign && bytes == 2) values[0] = static_cast<u32>(static_cast<std::int16_t>(values[0]));
    for (unsigned word = 0; word < words; ++word) {
      u32& to = d[word][lane];
      to = half == 1   ? (to & 0xffff0000u) | (values[word] & 0xffffu)
           : half == 2 ? (to & 0xffffu) | values[word] << 16
                       : values[word];
      const u32 all = bytes < 4 ? (1u << bytes) - 1 : 15;
      const LaneMask bit = LaneMask{1} << lane;
      LaneMask& unknown = wave.v_undefined[first + word];
      unknown = (undefined >> 4 * word & all) == all ? unknown | bit : unknown & ~bit;
    }
  }
  for (unsigned word = 0; word < words; ++word) wave.will_write(inst, first + word, access.mask());
}

void store_at(Wave& wave, const Decoded& inst, unsigned offset, unsigned first, unsigned bytes,
              bool high_half) {
  Access access(wave, inst, Use::store, bytes);
  access.take_shared(wave.lanes_of(inst.address), offset);
  access.begin(false);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    u32 values[4] = {}, undefined = 0;
    for (unsigned word = 0; word < (bytes + 3) / 4; ++word) {
      values[word] = wave.lanes_of(first + word)[lane] >> (high_half ? 16 : 0);
      if (in(wave.v_undefined[first + word], lane)) undefined |= 15u << 4 * word;
    }
    access.store(lane, reinterpret_cast<const std::uint8_t*>(values), undefined);
  }
}

/// `half`: 0 the whole register, 1 or 2 the low or the high half of it.
template <unsigned bytes, bool with_sign = false, unsigned half = 0>
void read(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  load_at(wave, inst, wave.lanes_of(inst.address), static_cast<unsigned>(inst.offset),
          data_register(wave, inst, inst.d), bytes, with_sign, half);
}

template <unsigned bytes, unsigned step>
void read_two(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  // The first result may take the place of the address.
  u32 base[lanes];
  std::memcpy(base, wave.lanes_of(inst.address), sizeof base);
  const unsigned first = data_register(wave, inst, inst.d);
  load_at(wave, inst, base, inst.offset0 * bytes * step, first, bytes, false, 0);
  load_at(wave, inst, base, inst.offset1 * bytes * step, first + bytes / 4, bytes, false, 0);
}

template <unsigned bytes, bool high_half = false>
void write(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  store_at(wave, inst, static_cast<unsigned>(inst.offset), data_register(wave, inst, inst.data),
           bytes, high_half);
}

template <unsigned bytes, unsigned step>
void write_two(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  store_at(wave, inst, inst.offset0 * bytes * step, data_register(wave, inst, inst.data), bytes,
           false);
  store_at(wave, inst, inst.offset1 * bytes * step, data_register(wave, inst, inst.data2), bytes,
           false);
}

template <class T, class L, bool returns>
void atomic(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  Access access(wave, inst, Use::atomic, sizeof(T));
  access.take_shared(wave.lanes_of(inst.address), static_cast<u32>(inst.offset));
  access.begin(returns);
  const unsigned data = data_register(wave, inst, inst.data);
  const unsigned other = data_register(wave, inst, inst.data2);
  const unsigned result = data_register(wave, inst, inst.d);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(access.mask(), lane)) continue;
    T* place = reinterpret_cast<T*>(access.atomic(lane));
    if (!place) {  // outside, as a load there
      if (returns) put_value(wave, inst, result, lane, T{});
      continue;
    }
    // Here the value that is expected stands before the new one.
    T value = register_value<T>(wave, data, lane), expected{};
    if (L::compares) expected = std::exchange(value, register_value<T>(wave, other, lane));
    const T old = changed_to(wave, place, [&](T now) { return L::next(now, value, expected); });
    if (returns) put_value(wave, inst, result, lane, old);
  }
  for (unsigned word = 0; returns && word < sizeof(T) / 4; ++word)
    wave.will_write(inst, result + word, access.mask());
}

template <class T, class L>
void add_atomic(Meanings& to, const std::string& name, const std::string& type) {
  to["ds_" + name + "_" + type] = atomic<T, L, false>;
  to["ds_" + name + "_rtn_" + type] = atomic<T, L, true>;
}

template <class T, class Real>
void add_atomics(Meanings& to, const std::string& bits) {
  using Signed = std::make_signed_t<T>;
  add_atomic<T, atomics::Add<T>>(to, "add", "u" + bits);
  add_atomic<T, atomics::Subtract<T>>(to, "sub", "u" + bits);
  add_atomic<T, atomics::SubtractFrom<T>>(to, "rsub", "u" + bits);
  add_atomic<T, atomics::Increment<T>>(to, "inc", "u" + bits);
  add_atomic<T, atomics::Decrement<T>>(to, "dec", "u" + bits);
  add_atomic<T, atomics::Min<T, Signed>>(to, "min", "i" + bits);
  add_atomic<T, atomics::Max<T, Signed>>(to, "max", "i" + bits);
  add_atomic<T, atomics::Min<T, T>>(to, "min", "u" + bits);
  add_atomic<T, atomics::Max<T, T>>(to, "max", "u" + bits);
  add_atomic<T, atomics::And<T>>(to, "and", "b" + bits);
  add_atomic<T, atomics::Or<T>>(to, "or", "b" + bits);
  add_atomic<T, atomics::Xor<T>>(to, "xor", "b" + bits);
  add_atomic<T, atomics::CompareSwap<T>>(to, "cmpst", "b" + bits);
  add_atomic<T, atomics::CompareSwapReal<T, Real>>(to, "cmpst", "f" + bits);
  add_atomic<T, atomics::MaskedOr<T>>(to, "mskor", "b" + bits);
  add_atomic<T, atomics::MinReal<T, Real>>(to, "min", "f" + bits);
  add_atomic<T, atomics::MaxReal<T, Real>>(to, "max", "f" + bits);
  add_atomic<T, atomics::AddReal<T, Real>>(to, "add", "f" + bits);
  to["ds_wrxchg_rtn_b" + bits] = atomic<T, atomics::Swap<T>, true>;
}

/// The lane that each lane asks; one that does not execute gives 0.
void pull(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  const LaneMask exec = wave.exec();
  LaneValues<u32> out;
  const u32* address = wave.lanes_of(inst.address);
  const u32* data = wave.lanes_of(inst.data);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned from = (address[lane] + static_cast<u32>(inst.offset)) / 4 % lanes;
    out.values[lane] = in(exec, from) ? data[from] : 0;
    if (in(exec, from) && in(wave.v_undefined[inst.data], from))
      wave.tainted |= LaneMask{1} << lane;
  }
  put_register(wave, inst.d, out.values);
  wave.will_write(inst, inst.d, exec);
}

/// Each lane names the one that gets its value; who gets none has 0, of several the last counts.
void push(Wave& wave, const Decoded& inst) {
  check(wave, inst);
  const LaneMask exec = wave.exec();
  LaneValues<u32> out{};
  const u32* address = wave.lanes_of(inst.address);
  const u32* data = wave.lanes_of(inst.data);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if (!in(exec, lane)) continue;
    const unsigned to = (address[lane] + static_cast<u32>(inst.offset)) / 4 % lanes;
    out.values[to] = data[lane];
    const LaneMask bit = LaneMask{1} << to;
    wave.tainted = in(wave.v_undefined[inst.data], lane) ? wave.tainted | bit : wave.tainted & ~bit;
  }
  put_register(wave, inst.d, out.values);
  wave.will_write(inst, inst.d, exec);
}

/// Fixed patterns among four or 32 lanes.
void swizzle(Wave& wave, const Decoded& inst) {
  const LaneMask exec = wave.exec();
  const auto pattern = static_cast<u32>(inst.offset);
  LaneValues<u32> out;
  const u32* data = wave.lanes_of(inst.address);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const unsigned from =
        pattern & 0x8000 ? (lane & ~3u) + (pattern >> 2 * (lane & 3) & 3)
                         : (lane & 32) + ((((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^
                                          (pattern >> 10 & 31));
    out.values[lane] = in(exec, from) ? data[from] : 0;
    if (in(exec, from) && in(wave.v_undefined[inst.address], from))
      wave.tainted |= LaneMask{1} << lane;
  }
  put_register(wave, inst.d, out.values);
  wave.will_write(inst, inst.d, exec);
}

}  // namespace

void add_shared(Meanings& to) {
  to["ds_read_b32"] = read<4>;
  to["ds_read_b64"] = read<8>;
  to["ds_read_b96"] = read<12>;
  to["ds_read_b128"] = read<16>;
  to["ds_read_u8"] = read<1>;
  to["ds_read_i8"] = read<1, true>;
  to["ds_read_u16"] = read<2>;
  to["ds_read_i16"] = read<2, true>;
  to["ds_read_u8_d16"] = read<1, false, 1>;
  to["ds_read_u8_d16_hi"] = read<1, false, 2>;
  to["ds_read_i8_d16"] = read<1, true, 1>;
  to["ds_read_i8_d16_hi"] = read<1, true, 2>;
  to["ds_read_u16_d16"] = read<2, false, 1>;
  to["ds_read_u16_d16_hi"] = read<2, false, 2>;
  to["ds_read2_b32"] = read_two<4, 1>;
  to["ds_read2_b64"] = read_two<8, 1>;
  to["ds_read2st64_b32"] = read_two<4, 64>;
  to["ds_read2st64_b64"] = read_two<8, 64>;
  to["ds_write_b8"] = write<1>;
  to["ds_write_b16"] = write<2>;
  to["ds_write_b32"] = write<4>;
  to["ds_write_b64"] = write<8>;
  to["ds_write_b96"] = write<12>;
  to["ds_write_b128"] = write<16>;
  to["ds_write_b8_d16_hi"] = write<1, true>;
  to["ds_write_b16_d16_hi"] = write<2, true>;
  to["ds_write2_b32"] = write_two<4, 1>;
  to["ds_write2_b64"] = write_two<8, 1>;
  to["ds_write2st64_b32"] = write_two<4, 64>;
  to["ds_write2st64_b64"] = write_two<8, 64>;
  add_atomics<u32, float>(to, "32");
  add_atomics<u64, double>(to, "64");
  to["ds_wrap_rtn_b32"] = atomic<u32, atomics::Wrap<u32>, true>;
  to["ds_bpermute_b32"] = pull;
  to["ds_permute_b32"] = push;
  to["ds_swizzle_b32"] = swizzle;
  to["ds_nop"] = [](Wave&, const Decoded&) {};
}

}  // namespace emu::amd
