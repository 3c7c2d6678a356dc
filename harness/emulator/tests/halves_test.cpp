// f16, f16x2, bf16 and bf16x2 against the nearest number of a table; matrices; copies that are
// late.
#include <algorithm>

#include "cases.hpp"

using namespace emu;
using namespace emu::test;

namespace {

using quad = __float128;

/// A format by its definition: the value of each code, and the code nearest to a value.
struct Format {
  int fraction, bias;
  std::vector<quad> values;  // of the codes from zero to infinity, which stands for the next power

  Format(int fraction_bits, int exponent_bits)
      : fraction(fraction_bits), bias((1 << (exponent_bits - 1)) - 1) {
    const int infinity = ((1 << exponent_bits) - 1) << fraction;
    for (int code = 0; code <= infinity; ++code) {
      const int exponent = code >> fraction;
      quad x = code & ((1 << fraction) - 1);
      if (exponent) x += 1 << fraction;
      int power = std::max(exponent, 1) - bias - fraction;
      for (; power > 0; --power) x *= 2;
      for (; power < 0; ++power) x /= 2;
      values.push_back(x);
    }
  }

  u64 infinity() const { return values.size() - 1; }
  bool is_nan(u64 code) const { return (code & 0x7fff) > infinity(); }
  bool is_infinite(u64 code) const { return (code & 0x7fff) == infinity(); }
  quad value(u64 code) const {
    const quad x = values[code & 0x7fff];
    return code & 0x8000 ? -x : x;
  }

  /// Of an exact sum high + low, the second far smaller; zeros have the sign that is given.
  u64 nearest(quad high, quad low, bool negative_zero) const {
    if (high == 0) return negative_zero ? 0x8000 : 0;
    const bool negative = high < 0;
    if (negative) {
      high = -high;
      low = -low;
    }
    const auto above = std::upper_bound(values.begin(), values.end(), high);
    const auto code = static_cast<u64>(above - values.begin()) - 1;
    if (above == values.end()) return (negative ? 0x8000 : 0) | infinity();
    const quad to_lower = high - values[code], to_upper = *above - high;
    const bool up = to_lower == to_upper && low == 0 ? code & 1
                    : to_lower == to_upper           ? low > 0
                                                     : to_lower > to_upper;
    return (negative ? 0x8000 : 0) | (code + up);
  }
};

const Format half_format(10, 5), brain_format(7, 8);
constexpr u64 nan_code = 0x7fff;

u64 sum(const Format& f, quad a, quad b, bool negative_zero) {
  const quad high = a + b;
  const quad of_b = high - a;
  return f.nearest(high, (a - (high - of_b)) + (b - of_b), negative_zero);
}

// a * b + c.
u64 fused(const Format& f, u64 a, u64 b, u64 c) {
  if (f.is_nan(a) || f.is_nan(b) || f.is_nan(c)) return nan_code;
  const u64 sign = (a ^ b) & 0x8000;
  const bool zero = !(a & 0x7fff) || !(b & 0x7fff);
  if (f.is_infinite(a) || f.is_infinite(b)) {
    if (zero || (f.is_infinite(c) && (c & 0x8000) != sign)) return nan_code;
    return sign | f.infinity();
  }
  if (f.is_infinite(c)) return c;
  return sum(f, f.value(a) * f.value(b), f.value(c), sign && (c & 0x8000));
}
u64 one(const Format& f) { return static_cast<u64>(f.bias) << f.fraction; }
u64 added(const Format& f, u64 a, u64 b) { return fused(f, a, one(f), b); }
u64 multiplied(const Format& f, u64 a, u64 b) {
  // Minus zero adds nothing, not even to a zero.
  return fused(f, a, b, 0x8000);
}
u64 flushed16(const Format& f, u64 a) { return (a & f.infinity()) == 0 ? a & 0x8000 : a; }
u64 clamped16(const Format& f, u64 a) {
  if (f.is_nan(a) || (a & 0x8000)) return 0;
  return std::min(a, one(f));
}
u64 rectified(const Format& f, u64 a) { return f.is_nan(a) ? a : a & 0x8000 ? 0 : a; }

// In the order of their values; minus zero is below zero.
s32 rank(u64 a) { return a & 0x8000 ? -1 - s32(a & 0x7fff) : s32(a & 0x7fff); }
u64 smaller(const Format& f, u64 a, u64 b, bool nan_wins) {
  if (f.is_nan(a) || f.is_nan(b))
    return nan_wins || (f.is_nan(a) && f.is_nan(b)) ? nan_code : f.is_nan(a) ? b : a;
  return rank(a) < rank(b) ? a : b;
}
u64 larger(const Format& f, u64 a, u64 b, bool nan_wins) {
  if (f.is_nan(a) || f.is_nan(b))
    return nan_wins || (f.is_nan(a) && f.is_nan(b)) ? nan_code : f.is_nan(a) ? b : a;
  return rank(a) > rank(b) ? a : b;
}
int compared(const Format& f, u64 a, u64 b) {  // 2: not ordered
  if (f.is_nan(a) || f.is_nan(b)) return 2;
  return f.value(a) < f.value(b) ? -1 : f.value(a) > f.value(b);
}

template <typename F>
std::function<u64(u64, u64, u64)> both(F of_half) {
  return [of_half](u64 a, u64 b, u64 c) {
    return of_half(a & 0xffff, b & 0xffff, c & 0xffff) | of_half(a >> 16, b >> 16, c >> 16) << 16;
  };
}

u64 from_double(const Format& f, double x, bool finite_only = false) {
  if (std::isnan(x)) return nan_code;
  if (std::isinf(x)) return (std::signbit(x) ? 0x8000 : 0) | f.infinity();
  static_cast<void>(finite_only);
  return f.nearest(x, 0, std::signbit(x));
}
// The last code that is not beyond x, seen from zero or from where `up` says.
u64 directed(const Format& f, double x, bool toward_zero, bool up) {
  if (std::isnan(x)) return nan_code;
  const u64 sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isinf(x)) return sign | f.infinity();
  const quad size = std::fabs(x);
  const auto above = std::upper_bound(f.values.begin(), f.values.end(), size);
  u64 code = static_cast<u64>(above - f.values.begin()) - 1;
  if (code == f.infinity()) --code;
  const bool away = !toward_zero && up == !sign;
  return sign | (f.values[code] == size || !away ? code : code + 1);
}
u64 as_float(const Format& f, u64 a) {
  if (f.is_nan(a)) return 0x7fffffff;
  if (f.is_infinite(a)) return (a & 0x8000) << 16 | 0x7f800000;
  const float size = static_cast<float>(f.values[a & 0x7fff]);
  return raw(a & 0x8000 ? -size : size);
}

std::vector<Case> cases() {
  const Format& h = half_format;
  const Format& e = brain_format;
  return {
      {"add.f16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return added(h, a, b); }},
      {"sub.rn.f16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return added(h, b ^ 0x8000, a); }},
      {"mul.f16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return multiplied(h, a, b); }},
      {"mul.ftz.f16", 16, 16, 16, 0,
       [&](u64 a, u64 b, u64) {
         return flushed16(h, multiplied(h, flushed16(h, a), flushed16(h, b)));
       }},
      {"add.sat.f16", 16, 16, 16, 0,
       [&](u64 a, u64 b, u64) { return clamped16(h, added(h, a, b)); }},
      {"fma.rn.f16", 16, 16, 16, 16, [&](u64 a, u64 b, u64 c) { return fused(h, a, b, c); }},
      {"fma.rn.relu.f16", 16, 16, 16, 16,
       [&](u64 a, u64 b, u64 c) { return rectified(h, fused(h, a, b, c)); }},
      {"add.rn.f16x2", 32, 32, 32, 0, both([&](u64 a, u64 b, u64) { return added(h, a, b); })},
      {"mul.f16x2", 32, 32, 32, 0, both([&](u64 a, u64 b, u64) { return multiplied(h, a, b); })},
      {"fma.rn.ftz.sat.f16x2", 32, 32, 32, 32, both([&](u64 a, u64 b, u64 c) {
         return clamped16(
             h, flushed16(h, fused(h, flushed16(h, a), flushed16(h, b), flushed16(h, c))));
       })},
      {"min.f16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return smaller(h, a, b, false); }},
      {"max.NaN.f16x2", 32, 32, 32, 0,
       both([&](u64 a, u64 b, u64) { return larger(h, a, b, true); })},
      {"abs.f16x2", 32, 32, 0, 0,
       both([&](u64 a, u64, u64) { return h.is_nan(a) ? nan_code : a & 0x7fff; })},
      {"add.bf16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return added(e, a, b); }},
      {"sub.bf16x2", 32, 32, 32, 0,
       both([&](u64 a, u64 b, u64) { return added(e, b ^ 0x8000, a); })},
      {"mul.bf16x2", 32, 32, 32, 0, both([&](u64 a, u64 b, u64) { return multiplied(e, a, b); })},
      {"fma.rn.bf16", 16, 16, 16, 16, [&](u64 a, u64 b, u64 c) { return fused(e, a, b, c); }},
      {"fma.rn.relu.bf16x2", 32, 32, 32, 32,
       both([&](u64 a, u64 b, u64 c) { return rectified(e, fused(e, a, b, c)); })},
      {"min.NaN.bf16", 16, 16, 16, 0, [&](u64 a, u64 b, u64) { return smaller(e, a, b, true); }},
      {"max.bf16x2", 32, 32, 32, 0,
       both([&](u64 a, u64 b, u64) { return larger(e, a, b, false); })},
      {"ex2.approx.f16", 16, 16, 0, 0,
       [&](u64 a, u64, u64) {
         return h.is_nan(a) ? nan_code
                            : from_double(h, std::exp2(double(bits<float>(as_float(h, a)))));
       }},
      {"set.lt.f16.f16", 16, 16, 16, 0,
       [&](u64 a, u64 b, u64) { return compared(h, a, b) == -1 ? one(h) : 0; }},
      {"set.equ.u32.f16", 32, 16, 16, 0,
       [&](u64 a, u64 b, u64) {
         const int order = compared(h, a, b);
         return order == 0 || order == 2 ? 0xffffffffu : u64(0);
       }},
      {"set.geu.f16x2.f16x2", 32, 32, 32, 0,
       both([&](u64 a, u64 b, u64) { return compared(h, a, b) >= 0 ? one(h) : u64(0); })},
      {"set.ne.u32.bf16x2", 32, 32, 32, 0, both([&](u64 a, u64 b, u64) {
         const int order = compared(e, a, b);
         return order == 1 || order == -1 ? u64(0xffff) : u64(0);
       })},
      {"cvt.f32.f16", 32, 16, 0, 0, [&](u64 a, u64, u64) { return as_float(h, a); }},
      {"cvt.f32.bf16", 32, 16, 0, 0, [&](u64 a, u64, u64) { return as_float(e, a); }},
      {"cvt.rn.f16.f32", 16, 32, 0, 0, [&](u64 a, u64, u64) { return from_double(h, f(a)); }},
      {"cvt.rz.f16.f32", 16, 32, 0, 0,
       [&](u64 a, u64, u64) { return directed(h, f(a), true, false); }},
      {"cvt.rm.f16.f64", 16, 64, 0, 0,
       [&](u64 a, u64, u64) { return directed(h, g(a), false, false); }},
      {"cvt.rp.f16.f64", 16, 64, 0, 0,
       [&](u64 a, u64, u64) { return directed(h, g(a), false, true); }},
      {"cvt.rn.sat.f16.f32", 16, 32, 0, 0,
       [&](u64 a, u64, u64) { return clamped16(h, from_double(h, f(a))); }},
      {"cvt.rn.bf16.f32", 16, 32, 0, 0, [&](u64 a, u64, u64) { return from_double(e, f(a)); }},
      {"cvt.rz.bf16.f32", 16, 32, 0, 0,
       [&](u64 a, u64, u64) {  // what a float loses with its lower half
         return std::isnan(f(a)) ? nan_code : a >> 16;
       }},
      {"cvt.rn.f16.s32", 16, 32, 0, 0, [&](u64 a, u64, u64) { return from_double(h, s32(a)); }},
      {"cvt.rn.bf16.u64", 16, 64, 0, 0, [&](u64 a, u64, u64) { return e.nearest(a, 0, false); }},
      {"cvt.rzi.s32.f16", 32, 16, 0, 0,
       [&](u64 a, u64, u64) {
         if (h.is_nan(a)) return u64(0);
         if (h.is_infinite(a)) return a & 0x8000 ? u64(0x80000000u) : u64(0x7fffffffu);
         return u64(u32(s32(h.value(a))));
       }},
      {"cvt.rni.f16.f16", 16, 16, 0, 0,
       [&](u64 a, u64, u64) {
         return h.is_nan(a)        ? nan_code
                : h.is_infinite(a) ? a
                                   : from_double(h, std::rint(double(h.value(a))));
       }},
      {"cvt.rn.f16x2.f32", 32, 32, 32, 0,
       [&](u64 a, u64 b, u64) { return from_double(h, f(a)) << 16 | from_double(h, f(b)); }},
      {"cvt.rn.relu.bf16x2.f32", 32, 32, 32, 0,
       [&](u64 a, u64 b, u64) {
         return rectified(e, from_double(e, f(a))) << 16 | rectified(e, from_double(e, f(b)));
       }},
  };
}

// The predicates of a pair are those of its lower and of its upper half.
void predicates() {
  Device device(kernel(
      "ld.param.u64 %d0, [p0];\nmov.b32 %r0, 0x40003c00;\nmov.b32 %r1, 0x3c004000;\n"
      "setp.lt.f16x2 %p0|%p1, %r0, %r1;\nselp.b32 %r2, 1, 0, %p0;\nselp.b32 %r3, 1, 0, %p1;\n"
      "st.global.v2.u32 [%d0], {%r2, %r3};\n"
      "mov.b16 %h0, 0x3c00;\nmov.b16 %h1, 0x4000;\nsetp.gt.f16 %p2|%p3, %h0, %h1;\n"
      "selp.b32 %r2, 1, 0, %p2;\nselp.b32 %r3, 1, 0, %p3;\nst.global.v2.u32 [%d0+8], {%r2, %r3};\n"
      "mov.b32 %r4, 0x3c003c00;\nred.global.add.noftz.f16x2 [%d0+16], %r4;\n",
      1));
  const auto out = device.upload(std::vector<u32>(5, 0));
  device.run("k", {1}, {1}, {out});
  const auto got = device.download<u32>(out, 5);
  check(got[0] == 1 && got[1] == 0, "setp.f16x2");
  check(got[2] == 0 && got[3] == 1, "setp.f16");
  check(got[4] == 0x3c003c00, "red.add.f16x2");
}

// Whole numbers, so that the order of the additions does not matter, and a sum that shows that
// products are not rounded.
void matrices() {
  Device device(kernel(
      "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 8;\nmul.wide.u32 %d1, %r0, 16;\n"
      "ld.param.u64 %d2, [p0];\nadd.s64 %d2, %d2, %d0;\nld.global.f64 %g0, [%d2];\n"
      "ld.param.u64 %d2, [p1];\nadd.s64 %d2, %d2, %d0;\nld.global.f64 %g1, [%d2];\n"
      "ld.param.u64 %d2, [p2];\nadd.s64 %d2, %d2, %d1;\nld.global.v2.f64 {%g2, %g3}, [%d2];\n"
      "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%g4, %g5}, {%g0}, {%g1}, {%g2, %g3};\n"
      "st.global.v2.f64 [%d2], {%g4, %g5};\n",
      3));
  double a[8][4], b[4][8], c[8][8];
  std::mt19937_64 random(5);
  for (auto& row : a)
    for (double& x : row) x = double(random() % 2001) - 1000;
  for (auto& row : b)
    for (double& x : row) x = double(random() % 2001) - 1000;
  for (auto& row : c)
    for (double& x : row) x = double(random() % 2001) - 1000;
  a[3][0] = 134217729;  // 2^27 + 1: its square does not fit into a double
  b[0][5] = 134217729;
  a[3][1] = a[3][2] = a[3][3] = 0;
  c[3][5] = -18014398777917440.0;  // minus the square's upper part
  std::vector<double> of_a, of_b, of_c;
  for (int lane = 0; lane < 32; ++lane) {  // PTX ISA, fragments of m8n8k4 in .f64
    of_a.push_back(a[lane >> 2][lane % 4]);
    of_b.push_back(b[lane % 4][lane >> 2]);
    of_c.push_back(c[lane >> 2][lane % 4 * 2]);
    of_c.push_back(c[lane >> 2][lane % 4 * 2 + 1]);
  }
  const auto out = device.upload(of_c);
  device.run("k", {1}, {32}, {device.upload(of_a), device.upload(of_b), out});
  const auto got = device.download<double>(out, 64);
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column) {
      double want = c[row][column];
      for (int k = 0; k < 4; ++k) want += a[row][k] * b[k][column];
      if (row == 3 && column == 5) want = 1;
      check(got[std::size_t(row * 8 + column)] == want,
            "element " + std::to_string(row) + "," + std::to_string(column));
    }
  check(totals(device.counts).lanes["tensor"] == 32, "mma is counted as a class of its own");
  check(device.findings.count() == 0, "a whole warp");
  device.run("k", {1}, {31}, {device.upload(of_a), device.upload(of_b), out});
  check(device.findings.count() == 1 && device.findings.list()[0].fault == Fault::lane_mask,
        "a lane is missing");
}

// Sixteen bytes a thread go to the tile; the neighbour reads them.
std::string late_copy(const std::string& wait, const std::string& bytes = "16") {
  return "mov.u32 %r0, %tid.x;\nmul.wide.u32 %d0, %r0, 16;\nld.param.u64 %d1, [p0];\n"
         "add.s64 %d1, %d1, %d0;\nmov.u32 %r1, tile;\nshl.b32 %r2, %r0, 4;\nadd.s32 %r3, %r1, "
         "%r2;\n"
         "cp.async.cg.shared.global [%r3], [%d1], 16, " +
         bytes + ";\ncp.async.commit_group;\n" + wait +
         "bar.sync 0;\nxor.b32 %r4, %r2, 16;\nadd.s32 %r4, %r1, %r4;\nld.shared.v4.u32 "
         "{%r5, %r6, %r7, %r8}, [%r4];\nld.param.u64 %d2, [p1];\nadd.s64 %d2, %d2, %d0;\n"
         "st.global.v4.u32 [%d2], {%r5, %r6, %r7, %r8};\ncp.async.wait_all;\n";
}

std::vector<u32> copied(const std::string& body, Findings& findings) {
  Device device(kernel(body, 2, ".shared .align 16 .b8 tile[1024];"));
  std::vector<u32> numbers(256);
  for (u32 i = 0; i < 256; ++i) numbers[i] = i + 1;
  const auto out = device.upload(std::vector<u32>(256, 0));
  device.run("k", {1}, {64}, {device.upload(numbers), out});
  findings = device.findings;
  return device.download<u32>(out, 256);
}

void late_copies() {
  Findings good, none, early, part;
  const auto got = copied(late_copy("cp.async.wait_group 0;\n"), good);
  check(good.count() == 0 && got[0] == 5 && got[7] == 4 && got[255] == 252, "cp.async");
  copied(late_copy(""), none);
  // What was read is only copied on; the copy that comes late writes over it.
  check(none.count() > 0 && none.list()[0].fault == Fault::race, "cp.async that nobody waits for");
  copied(late_copy("cp.async.wait_group 1;\n"), early);
  check(early.count() > 0, "the newest group is not waited for");
  const auto zeros = copied(late_copy("cp.async.wait_all;\n", "8"), part);
  check(part.count() == 0 && zeros[0] == 5 && zeros[1] == 6 && zeros[2] == 0 && zeros[3] == 0,
        "what is not read is zero");
}

}  // namespace

int main() {
  predicates();
  matrices();
  late_copies();
  return try_all(cases());
}
