// Each instruction against a definition of its own, bit by bit, with random operands and edge
// cases.
#include <cfenv>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "device.hpp"

using namespace emu;
using namespace emu::test;

namespace {

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
u64 real(float x) { return std::isnan(x) ? 0x7fffffffu : raw(x); }
u64 real(double x) { return raw(x); }
float f(u64 x) { return bits<float>(x); }
double g(u64 x) { return bits<double>(x); }
float flush(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }

template <typename F>
auto rounding(int mode, F compute) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile auto result = compute();
  std::fesetround(before);
  return result;
}

u64 field(u64 a, u64 start, u64 length, unsigned width, bool sign) {
  start &= 255;
  length &= 255;
  u64 result = 0;
  for (unsigned i = 0; i < width; ++i) {
    u64 bit = 0;
    if (i < length && start + i < width)
      bit = a >> (start + i) & 1;
    else if (sign && length > 0)
      bit = a >> std::min<u64>(start + length - 1, width - 1) & 1;
    result |= bit << i;
  }
  return result;
}

u64 clamped(double x, double low, double high, u64 lowest, u64 highest, u64 nan) {
  if (std::isnan(x)) return nan;
  if (x <= low) return lowest;
  if (x >= high) return highest;
  return static_cast<u64>(static_cast<wide>(x));
}

std::vector<Case> cases() {
  const auto s = [](u64 x) { return static_cast<s32>(x); };
  const auto l = [](u64 x) { return static_cast<s64>(x); };
  return {
      {"add.s32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return u64(u32(a + b)); }},
      {"add.u64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return a + b; }},
      {"add.s16", 16, 16, 16, 0, [](u64 a, u64 b, u64) { return u64(u16(a + b)); }},
      {"vadd.u32.u32.u32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return a + b; }},
      {"vsub.s32.u32.s32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return a - b; }},
      {"vadd.s32.s32.s32.add", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return a + b + c; }},
      {"vsub.u32.u32.u32.add", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return a - b + c; }},
      {"add.sat.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) {
         return u64(u32(std::max<s64>(INT32_MIN, std::min<s64>(INT32_MAX, s64(s(a)) + s(b)))));
       }},
      {"sub.s32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return u64(u32(a - b)); }},
      {"sub.s64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return a - b; }},
      {"mul.lo.s32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return u64(u32(a * b)); }},
      {"mul.lo.u64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return a * b; }},
      {"mul.hi.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) { return u64(u32((s64(s(a)) * s(b)) >> 32)); }},
      {"mul.hi.u32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return (a * b) >> 32; }},
      {"mul.hi.s64", 64, 64, 64, 0,
       [=](u64 a, u64 b, u64) { return u64((wide(l(a)) * l(b)) >> 64); }},
      {"mul.hi.u64", 64, 64, 64, 0,
       [](u64 a, u64 b, u64) { return u64(((unsigned __int128)a * b) >> 64); }},
      {"mul.wide.s32", 64, 32, 32, 0, [=](u64 a, u64 b, u64) { return u64(s64(s(a)) * s(b)); }},
      {"mul.wide.u32", 64, 32, 32, 0, [](u64 a, u64 b, u64) { return a * b; }},
      {"mul.wide.u16", 32, 16, 16, 0, [](u64 a, u64 b, u64) { return a * b; }},
      {"mul24.lo.u32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return u64(u32((a & 0xffffff) * (b & 0xffffff))); }},
      {"mad.lo.s32", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return u64(u32(a * b + c)); }},
      {"mad.wide.s32", 64, 32, 32, 64,
       [=](u64 a, u64 b, u64 c) { return u64(s64(s(a)) * s(b)) + c; }},
      {"mad.hi.u32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) { return u64(u32(((a * b) >> 32) + c)); }},
      {"sad.s32", 32, 32, 32, 32,
       [=](u64 a, u64 b, u64 c) { return u64(u32(std::abs(s64(s(a)) - s(b)) + s64(c))); }},
      {"div.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) { return b == 0 ? 0xffffffffu : u64(u32(s64(s(a)) / s(b))); }},
      {"div.u32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return b == 0 ? 0xffffffffu : a / b; }},
      {"div.u64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return b == 0 ? ~u64(0) : a / b; }},
      {"rem.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) { return b == 0 ? a : u64(u32(s64(s(a)) % s(b))); }},
      {"rem.u64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return b == 0 ? a : a % b; }},
      {"min.s32", 32, 32, 32, 0, [=](u64 a, u64 b, u64) { return u64(u32(std::min(s(a), s(b)))); }},
      {"max.s32", 32, 32, 32, 0, [=](u64 a, u64 b, u64) { return u64(u32(std::max(s(a), s(b)))); }},
      {"min.u32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return std::min(a, b); }},
      {"max.u64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return std::max(a, b); }},
      {"abs.s32", 32, 32, 0, 0, [=](u64 a, u64, u64) { return u64(u32(std::abs(s64(s(a))))); }},
      {"neg.s64", 64, 64, 0, 0, [](u64 a, u64, u64) { return 0 - a; }},
      {"and.b32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return a & b; }},
      {"or.b64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return a | b; }},
      {"xor.b32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return a ^ b; }},
      {"not.b32", 32, 32, 0, 0, [](u64 a, u64, u64) { return u64(u32(~a)); }},
      {"cnot.b32", 32, 32, 0, 0, [](u64 a, u64, u64) { return u64(a == 0); }},
      {"shl.b32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return b > 31 ? 0 : u64(u32(a << b)); }},
      {"shl.b64", 64, 64, 32, 0, [](u64 a, u64 b, u64) { return b > 63 ? 0 : a << b; }},
      {"shr.u32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return b > 31 ? 0 : a >> b; }},
      {"shr.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) { return u64(u32(s(a) >> std::min<u64>(b, 31))); }},
      {"shr.s64", 64, 64, 32, 0,
       [=](u64 a, u64 b, u64) { return u64(l(a) >> std::min<u64>(b, 63)); }},
      {"popc.b32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         u64 n = 0;
         for (int i = 0; i < 32; ++i) n += a >> i & 1;
         return n;
       }},
      {"popc.b64", 32, 64, 0, 0,
       [](u64 a, u64, u64) {
         u64 n = 0;
         for (int i = 0; i < 64; ++i) n += a >> i & 1;
         return n;
       }},
      {"clz.b32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         u64 n = 0;
         while (n < 32 && !(a >> (31 - n) & 1)) ++n;
         return n;
       }},
      {"clz.b64", 32, 64, 0, 0,
       [](u64 a, u64, u64) {
         u64 n = 0;
         while (n < 64 && !(a >> (63 - n) & 1)) ++n;
         return n;
       }},
      {"bfind.u32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         u64 at = 0xffffffffu;
         for (u64 i = 0; i < 32; ++i)
           if (a >> i & 1) at = i;
         return at;
       }},
      {"bfind.s32", 32, 32, 0, 0,
       [=](u64 a, u64, u64) {
         if (s(a) < 0) a = u32(~a);
         u64 at = 0xffffffffu;
         for (u64 i = 0; i < 32; ++i)
           if (a >> i & 1) at = i;
         return at;
       }},
      {"brev.b32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         u64 x = 0;
         for (int i = 0; i < 32; ++i) x |= (a >> i & 1) << (31 - i);
         return x;
       }},
      {"bfe.u32", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return field(a, b, c, 32, false); }},
      {"bfe.s32", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return field(a, b, c, 32, true); }},
      {"bfe.u64", 64, 64, 32, 32, [](u64 a, u64 b, u64 c) { return field(a, b, c, 64, false); }},
      {"bfi.b32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) {
         u64 x = b;
         for (u64 i = 0; i < 8 && (c & 255) + i < 32; ++i)
           x = (x & ~(u64(1) << ((c & 255) + i))) | (a >> i & 1) << ((c & 255) + i);
         return x;
       },
       ", 8"},
      {"prmt.b32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) {
         u64 x = 0;
         for (int i = 0; i < 4; ++i) {
           u64 n = c >> (4 * i) & 15;
           u64 v = ((b << 32 | a) >> (8 * (n & 7))) & 255;
           if (n & 8) v = v & 128 ? 255 : 0;
           x |= v << (8 * i);
         }
         return x;
       }},
      {"lop3.b32", 32, 32, 32, 32, [](u64 a, u64 b, u64 c) { return (a & b) ^ c; }, ", 106"},
      {"shf.l.wrap.b32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) { return u64(u32((((b << 32 | a) << (c & 31)) >> 32))); }},
      {"shf.r.clamp.b32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) { return c >= 32 ? b : u64(u32((b << 32 | a) >> c)); }},
      {"dp4a.s32.u32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) {
         for (int i = 0; i < 4; ++i) c += u64(s64(std::int8_t(a >> (8 * i))) * u8(b >> (8 * i)));
         return u64(u32(c));
       }},

      {"add.f32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return real(f(a) + f(b)); }},
      {"add.f64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return real(g(a) + g(b)); }},
      {"add.rz.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) {
         return real(rounding(FE_TOWARDZERO, [=] {
           volatile float x = f(a), y = f(b);
           return x + y;
         }));
       }},
      {"mul.rp.f64", 64, 64, 64, 0,
       [](u64 a, u64 b, u64) {
         return real(rounding(FE_UPWARD, [=] {
           volatile double x = g(a), y = g(b);
           return x * y;
         }));
       }},
      {"add.ftz.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return real(flush(flush(f(a)) + flush(f(b)))); }},
      {"add.sat.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) {
         const float x = f(a) + f(b);
         return real(std::isnan(x) ? 0.0f : std::fmax(0.0f, std::fmin(1.0f, x)) + 0.0f);
       }},
      {"sub.f64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return real(g(a) - g(b)); }},
      {"mul.f32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return real(f(a) * f(b)); }},
      {"fma.rn.f32", 32, 32, 32, 32,
       [](u64 a, u64 b, u64 c) { return real(std::fma(f(a), f(b), f(c))); }},
      {"fma.rn.f64", 64, 64, 64, 64,
       [](u64 a, u64 b, u64 c) { return real(std::fma(g(a), g(b), g(c))); }},
      {"fma.rm.f64", 64, 64, 64, 64,
       [](u64 a, u64 b, u64 c) {
         return real(rounding(FE_DOWNWARD, [=] {
           volatile double x = g(a), y = g(b), z = g(c);
           return std::fma(x, y, z);
         }));
       }},
      {"div.rn.f32", 32, 32, 32, 0, [](u64 a, u64 b, u64) { return real(f(a) / f(b)); }},
      {"div.rn.f64", 64, 64, 64, 0, [](u64 a, u64 b, u64) { return real(g(a) / g(b)); }},
      {"rcp.rn.f64", 64, 64, 0, 0, [](u64 a, u64, u64) { return real(1.0 / g(a)); }},
      {"sqrt.rn.f64", 64, 64, 0, 0, [](u64 a, u64, u64) { return real(std::sqrt(g(a))); }},
      {"sqrt.rn.f32", 32, 32, 0, 0, [](u64 a, u64, u64) { return real(std::sqrt(f(a))); }},
      {"neg.f64", 64, 64, 0, 0, [](u64 a, u64, u64) { return a ^ u64(1) << 63; }},
      {"abs.f64", 64, 64, 0, 0, [](u64 a, u64, u64) { return a & ~(u64(1) << 63); }},
      {"min.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) {
         if (std::isnan(f(a))) return real(f(b));
         if (std::isnan(f(b))) return real(f(a));
         if (f(a) == f(b)) return a | b;
         return real(std::min(f(a), f(b)));
       }},
      {"max.f64", 64, 64, 64, 0,
       [](u64 a, u64 b, u64) {
         if (std::isnan(g(a))) return b;
         if (std::isnan(g(b))) return a;
         if (g(a) == g(b)) return a & b;
         return real(std::max(g(a), g(b)));
       }},

      {"cvt.s64.s32", 64, 32, 0, 0, [=](u64 a, u64, u64) { return u64(s64(s(a))); }},
      {"cvt.u64.u32", 64, 32, 0, 0, [](u64 a, u64, u64) { return a; }},
      {"cvt.u16.u32", 16, 32, 0, 0, [](u64 a, u64, u64) { return a & 0xffff; }},
      {"cvt.s32.s8", 32, 32, 0, 0, [](u64 a, u64, u64) { return u64(u32(s32(std::int8_t(a)))); }},
      {"cvt.sat.u8.s32", 32, 32, 0, 0,
       [=](u64 a, u64, u64) { return u64(std::max(0, std::min(255, s(a)))); }},
      {"cvt.rn.f64.s32", 64, 32, 0, 0, [=](u64 a, u64, u64) { return real(double(s(a))); }},
      {"cvt.rn.f32.u64", 32, 64, 0, 0, [](u64 a, u64, u64) { return real(float(a)); }},
      {"cvt.rz.f32.f64", 32, 64, 0, 0,
       [](u64 a, u64, u64) {
         return real(rounding(FE_TOWARDZERO, [=] {
           volatile double x = g(a);
           return float(x);
         }));
       }},
      {"cvt.f64.f32", 64, 32, 0, 0, [](u64 a, u64, u64) { return real(double(f(a))); }},
      {"cvt.rn.f32.f64", 32, 64, 0, 0, [](u64 a, u64, u64) { return real(float(g(a))); }},
      {"cvt.sat.f32.f32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         return real(std::isnan(f(a)) || f(a) <= 0 ? 0.0f : f(a) >= 1 ? 1.0f : f(a));
       }},
      {"cvt.rzi.s32.f64", 32, 64, 0, 0,
       [](u64 a, u64, u64) {
         return u64(u32(clamped(std::trunc(g(a)), -2147483648.0, 2147483647.0, 0x80000000u,
                                0x7fffffffu, 0x80000000u)));
       }},
      {"cvt.rni.s32.f32", 32, 32, 0, 0,
       [](u64 a, u64, u64) {
         return u64(u32(clamped(std::nearbyint(double(f(a))), -2147483648.0, 2147483647.0,
                                0x80000000u, 0x7fffffffu, 0)));
       }},
      {"cvt.rmi.f64.f64", 64, 64, 0, 0, [](u64 a, u64, u64) { return real(std::floor(g(a))); }},

      {"slct.b32.s32", 32, 32, 32, 32, [=](u64 a, u64 b, u64 c) { return s(c) >= 0 ? a : b; }},
      {"set.lt.u32.s32", 32, 32, 32, 0,
       [=](u64 a, u64 b, u64) { return s(a) < s(b) ? 0xffffffffu : u64(0); }},
      {"set.gtu.u32.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return !(f(a) <= f(b)) ? 0xffffffffu : u64(0); }},
      {"set.eq.f32.u32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return a == b ? 0x3f800000u : u64(0); }},
  };
}

std::string load(const char* name, int parameter, unsigned bits) {
  const std::string number = std::to_string(parameter);
  std::string text = "ld.param.u64 %d1, [p" + number + "];\nadd.s64 %d1, %d1, %d0;\n";
  return text + "ld.global.b" + std::to_string(bits) + " " + name + ", [%d1];\n";
}

std::string reg(const char* letter, unsigned bits) {
  const std::string index = letter;
  return bits == 16 ? "%h" + index : bits == 32 ? "%r1" + index : "%d1" + index;
}

std::string program(const Case& c) {
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

u64 operand(std::mt19937_64& random, unsigned bits) {
  static const u64 edges[] = {0,
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
                              0x3ff8000000000000};
  const u64 kind = random() % 4;
  u64 value = random();
  if (kind == 0) value = edges[random() % std::size(edges)];
  if (kind == 1) value = random() % 70;
  if (kind == 2 && bits == 64)
    value = raw(std::ldexp(double(s64(random())) / 9e18, int(random() % 80) - 40));
  if (kind == 2 && bits == 32)
    value = raw(std::ldexp(float(s32(random())) / 2e9f, int(random() % 60) - 30));
  return bits == 64 ? value : value & ((u64(1) << bits) - 1);
}

void try_out(const Case& c) {
  constexpr std::size_t count = 2048;
  std::mt19937_64 random(12345);
  std::vector<u64> a(count), b(count), d(count);
  std::vector<u64> third(count);
  for (std::size_t i = 0; i < count; ++i) {
    a[i] = operand(random, c.a);
    b[i] = c.b ? operand(random, c.b) : 0;
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

}  // namespace

int main() {
  const auto all = cases();
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
