// Each instruction against a definition of its own, bit by bit, with random operands and edge
// cases.
#include <limits>

#include "cases.hpp"

using namespace emu;
using namespace emu::test;

namespace {

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
      {"set.u32.ge.s32", 32, 32, 32, 0,  // as GCC writes it
       [=](u64 a, u64 b, u64) { return s(a) >= s(b) ? 0xffffffffu : u64(0); }},
      {"set.u32.gt.u64", 32, 64, 64, 0,
       [](u64 a, u64 b, u64) { return a > b ? 0xffffffffu : u64(0); }},
      {"set.gtu.u32.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return !(f(a) <= f(b)) ? 0xffffffffu : u64(0); }},
      {"set.ne.u32.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return f(a) < f(b) || f(a) > f(b) ? 0xffffffffu : u64(0); }},
      {"mul.ftz.f32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return real(flush(flush(f(a)) * flush(f(b)))); }},
      {"set.eq.f32.u32", 32, 32, 32, 0,
       [](u64 a, u64 b, u64) { return a == b ? 0x3f800000u : u64(0); }},
  };
}

// Each property of each kind of number, one bit a property.
void properties() {
  const char* const names[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  const std::vector<double> doubles = {0, -1.5, HUGE_VAL, -HUGE_VAL, std::nan(""), 4e-310};
  const std::vector<float> floats = {0, -1.5f, HUGE_VALF, -HUGE_VALF, std::nanf(""), 1e-40f};
  const std::vector<u32> expected = {0b010101, 0b010101, 0b000110, 0b000110, 0b001000, 0b100101};
  std::string text =
      "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 8;\nmul.wide.u32 %d1, %r0, 4;\n"
      "ld.param.u64 %d2, [p0];\nadd.s64 %d2, %d2, %d0;\nld.global.f64 %g0, [%d2];\n"
      "ld.param.u64 %d2, [p1];\nadd.s64 %d2, %d2, %d1;\nld.global.f32 %f0, [%d2];\n"
      "ld.param.u64 %d2, [p2];\nadd.s64 %d2, %d2, %d0;\nmov.u32 %r1, 0;\nmov.u32 %r2, 0;\n";
  for (unsigned i = 0; i < std::size(names); ++i) {
    const std::string bit = std::to_string(1u << i);
    text += std::string("testp.") + names[i] + ".f64 %p0, %g0;\ntestp." + names[i] +
            ".f32 %p1, %f0;\n@%p0 add.u32 %r1, %r1, " + bit + ";\n@%p1 add.u32 %r2, %r2, " + bit +
            ";\n";
  }
  Device device(kernel(text + "st.global.v2.u32 [%d2], {%r1, %r2};\n", 3));
  const auto out = device.upload(std::vector<u32>(12, 0));
  device.run("k", {1}, {6}, {device.upload(doubles), device.upload(floats), out});
  const auto got = device.download<u32>(out, 12);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    check(got[2 * i] == expected[i], "testp of a double");
    check(got[2 * i + 1] == expected[i], "testp of a float");
  }
}

}  // namespace

int main() {
  properties();
  return try_all(cases());
}
