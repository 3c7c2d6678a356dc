// An instruction against a definition of its own: operands at random and edge cases.
#pragma once

#include <cfenv>
#include <cmath>
#include <functional>
#include <random>

#include "device.hpp"

namespace emu::test {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using wide = __int128;

/// An instruction, the widths of its operands and what it should give.
struct Case {
  const char* opcode;
  unsigned d;        // bits of the destination
  unsigned a, b, c;  // bits of the sources; 0: there is none
  std::function<u64(u64, u64, u64)> expected;
  const char* tail = "";  // further operands
};

template <typename T>
T bits(u64 x) {
  T value;
  std::memcpy(&value, &x, sizeof value);
  return value;
}
template <typename T>
u64 raw(T value) {
  u64 x = 0;
  std::memcpy(&x, &value, sizeof value);
  return x;
}
inline u64 real(float x) { return std::isnan(x) ? 0x7fffffffu : raw(x); }
inline u64 real(double x) { return raw(x); }
inline float f(u64 x) { return bits<float>(x); }
inline double g(u64 x) { return bits<double>(x); }
inline float flush(float x) {
  return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}

template <typename F>
auto rounding(int mode, F compute) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile auto result = compute();
  std::fesetround(before);
  return result;
}

inline std::string load(const char* name, int parameter, unsigned bits) {
  const std::string number = std::to_string(parameter);
  std::string text = "ld.param.u64 %d1, [p" + number + "];\nadd.s64 %d1, %d1, %d0;\n";
  return text + "ld.global.b" + std::to_string(bits) + " " + name + ", [%d1];\n";
}

inline std::string reg(const char* letter, unsigned bits) {
  const std::string index = letter;
  return bits == 16 ? "%h" + index : bits == 32 ? "%r1" + index : "%d1" + index;
}

inline std::string program(const Case& c) {
  std::string text =
      "mov.u32 %r0, %ctaid.x;\nshl.b32 %r0, %r0, 5;\nmov.u32 %r1, %tid.x;\nadd.s32 %r0, %r0, "
      "%r1;\nmul.wide.u32 %d0, %r0, 8;\n";
  std::string operands;
  const unsigned widths[] = {c.a, c.b, c.c};
  const char* letters[] = {"1", "2", "3"};
  for (int i = 0; i < 3; ++i) {
    if (!widths[i]) continue;
    text += load(reg(letters[i], widths[i]).c_str(), i, widths[i]);
    operands += ", " + reg(letters[i], widths[i]);
  }
  text += std::string(c.opcode) + " " + reg("0", c.d) + operands + c.tail + ";\n";
  text += "ld.param.u64 %d1, [p3];\nadd.s64 %d1, %d1, %d0;\nst.global.b" + std::to_string(c.d) +
          " [%d1], " + reg("0", c.d) + ";\n";
  return kernel(text, 4);
}

inline u64 cut(u64 value, unsigned bits) {
  return bits == 64 ? value : value & ((u64(1) << bits) - 1);
}

/// Operands that something special happens for, of all types.
inline constexpr u64 edges[] = {0,
                                1,
                                2,
                                3,
                                7,
                                8,
                                31,
                                32,
                                33,
                                63,
                                64,
                                255,
                                256,
                                0x7f,
                                0x80,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x7fffffff,
                                0x80000000,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                ~u64(0),
                                0x3f800000,
                                0xbf800000,
                                0x7f800000,
                                0xff800000,
                                0x7fc00000,
                                0x00000001,
                                0x80000001,
                                0x007fffff,
                                0x4f000000,
                                0x3f000000,
                                0x3fc00000,
                                0x3ff0000000000000,
                                0xbff0000000000000,
                                0x7ff0000000000000,
                                0xfff0000000000000,
                                0x7ff8000000000000,
                                0x0000000000000001,
                                0x41dfffffffc00000,
                                0x41e0000000000000,
                                0xc1e0000000200000,
                                0x3fe0000000000000,
                                0x3ff8000000000000,
                                0x3c00,
                                0x0400,
                                0x7bff,
                                0x7c00,
                                0x7e00,
                                0x3f80,
                                0x7f80,
                                0x7fc0,
                                0x00800000,
                                0x1f800000,
                                0x9f800001,
                                0x80003c00,
                                0x7c00fc00};

inline u64 operand(std::mt19937_64& random, unsigned bits) {
  const u64 kind = random() % 4;
  u64 value = random();
  if (kind == 0) value = edges[random() % std::size(edges)];
  if (kind == 1) value = random() % 70;
  if (kind == 2 && bits == 64)
    value = raw(std::ldexp(double(s64(random())) / 9e18, int(random() % 80) - 40));
  if (kind == 2 && bits == 32)
    value = raw(std::ldexp(float(s32(random())) / 2e9f, int(random() % 60) - 30));
  return cut(value, bits);
}

/// Each pair of edge cases, then operands at random.
inline void try_out(const Case& c) {
  constexpr std::size_t n = std::size(edges);
  constexpr std::size_t count = (n * n + 2048 + 31) / 32 * 32;
  std::mt19937_64 random(12345);
  std::vector<u64> a(count), b(count), d(count);
  std::vector<u64> third(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = i < n * n ? cut(edges[i / n], c.a) : operand(random, c.a);
    b[i] = !c.b ? 0 : i < n * n ? cut(edges[i % n], c.b) : operand(random, c.b);
    third[i] = c.c ? operand(random, c.c) : 0;
  }
  Device device(program(c));
  const u64 out = device.allocate(count * 8);
  device.run("k", {count / 32}, {32},
             {device.upload(a), device.upload(b), device.upload(third), out});
  const auto got = device.download<u64>(out, count);
  const u64 mask = c.d == 64 ? ~u64(0) : (u64(1) << c.d) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const u64 want = c.expected(a[i], b[i], third[i]) & mask;
    if ((got[i] & mask) == want) continue;
    // Which NaN double precision gives is not promised.
    if (c.d == 64 && std::string(c.opcode).find("f64") != std::string::npos &&
        std::isnan(g(want)) && std::isnan(g(got[i])))
      continue;
    char line[256];
    std::snprintf(line, sizeof line, "%s of %llx %llx %llx: %llx, not %llx", c.opcode,
                  (unsigned long long)a[i], (unsigned long long)b[i], (unsigned long long)third[i],
                  (unsigned long long)(got[i] & mask), (unsigned long long)want);
    check(false, line);
    return;
  }
}

inline int try_all(const std::vector<Case>& all) {
  for (const Case& c : all) {
    try {
      try_out(c);
    } catch (const ptx::Unsupported& reason) {
      check(false, std::string(c.opcode) + ": " + reason.what());
    }
  }
  std::printf("%zu instructions\n", all.size());
  return result();
}

}  // namespace emu::test
