// Arithmetic and comparisons of f16, f16x2, bf16 and bf16x2.
#include "ptx/code/halves.hpp"

#include <algorithm>

#include "ptx/code/choose.hpp"

namespace emu {
namespace {

struct Add {
  static double of(double a, double b, double) { return odd_sum(a, b); }
};
struct Sub {
  static double of(double a, double b, double) { return odd_sum(a, -b); }
};
struct Mul {
  static double of(double a, double b, double) { return a * b; }
};
struct Fma {
  static double of(double a, double b, double c) { return odd_sum(a * b, c); }
};
struct Min {
  static double of(double a, double b, double) {
    return a != a ? b : b != b ? a : a < b ? a : b < a ? b : std::signbit(a) ? a : b;
  }
};
struct Max {
  static double of(double a, double b, double) {
    return a != a ? b : b != b ? a : a > b ? a : b > a ? b : std::signbit(a) ? b : a;
  }
};
struct Exp2 {
  static double of(double a, double, double) { return std::exp2(a); }
};
struct Tanh {
  static double of(double a, double, double) { return std::tanh(a); }
};
struct Neg {
  static double of(double a, double, double) { return -a; }
};
struct Abs {
  static double of(double a, double, double) { return std::fabs(a); }
};

template <typename S>
double operand(u16 bits, std::uint8_t finish) {
  return S::value(finish & finish_flush && S::subnormal(bits) ? bits & 0x8000 : bits);
}

template <typename S, typename F>
u16 computed(u16 a, u16 b, u16 c, std::uint8_t finish) {
  const double x = operand<S>(a, finish);
  const double y = operand<S>(b, finish);
  if (finish & finish_nan_wins && (x != x || y != y)) return S::nan;
  u16 result = S::rounded(F::of(x, y, operand<S>(c, finish)));
  if (finish & finish_flush && S::subnormal(result)) result &= 0x8000;
  if (finish & finish_saturate) {
    const double clamped = saturated(S::value(result));
    result = S::rounded(clamped);
  }
  if (finish & finish_rectify && (result & 0x8000)) result = 0;
  return result;
}

template <typename S, typename F, typename Word, int sources>
void small(Warp& warp, const Inst& inst, Mask mask) {
  const Word* a = warp.lanes<Word>(inst.a);
  const Word* b = sources > 1 ? warp.lanes<Word>(inst.b) : a;
  const Word* c = sources > 2 ? warp.lanes<Word>(inst.c) : a;
  Word* d = warp.lanes<Word>(inst.d);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    Word result = 0;
    for (unsigned shift = 0; shift < 8 * sizeof(Word); shift += 16) {
      const auto part = [shift](Word word) { return static_cast<u16>(word >> shift); };
      const u16 of_part = computed<S, F>(part(a[lane]), part(b[lane]), part(c[lane]), inst.finish);
      result = static_cast<Word>(result | static_cast<Word>(of_part) << shift);
    }
    d[lane] = result;
  }
}

template <typename F, int sources>
Handler small_handler(Type type) {
  if (is_half(type)) return small<Half, F, u16, sources>;
  if (is_half_pair(type)) return small<Half, F, u32, sources>;
  return type.bits == 16 ? small<Brain, F, u16, sources> : small<Brain, F, u32, sources>;
}

}  // namespace

bool small_form(const ptx::Instruction& instruction, Type type, Form& form, Inst& inst) {
  const std::string& op = instruction.words[0];
  inst.finish = static_cast<std::uint8_t>((instruction.has("ftz") ? finish_flush : 0) |
                                          (instruction.has("sat") ? finish_saturate : 0) |
                                          (instruction.has("relu") ? finish_rectify : 0) |
                                          (instruction.has("NaN") ? finish_nan_wins : 0));
  const auto set = [&](Handler run, int count, Class kind) {
    form.run = run;
    form.kind = kind;
    inst.count = static_cast<std::uint8_t>(type.bits / 16);
    same_types(form, type, count);
    return true;
  };
  if (op == "add" || op == "sub" || op == "mul") {
    if (!only(instruction, {"rn", "ftz", "sat"})) return false;
    if (op == "add") return set(small_handler<Add, 2>(type), 2, Class::fp16_add);
    if (op == "sub") return set(small_handler<Sub, 2>(type), 2, Class::fp16_add);
    return set(small_handler<Mul, 2>(type), 2, Class::fp16_mul);
  }
  if (op == "fma") {
    if (!only(instruction, {"rn", "ftz", "sat", "relu"})) return false;
    return set(small_handler<Fma, 3>(type), 3, Class::fp16_fma);
  }
  if (op == "min" || op == "max") {
    if (!only(instruction, {"ftz", "NaN"})) return false;
    return set(op == "min" ? small_handler<Min, 2>(type) : small_handler<Max, 2>(type), 2,
               Class::fp16_other);
  }
  if (op == "neg" || op == "abs") {
    if (!only(instruction, {"ftz"})) return false;
    return set(op == "neg" ? small_handler<Neg, 1>(type) : small_handler<Abs, 1>(type), 1,
               Class::fp16_other);
  }
  if (op == "ex2" || op == "tanh") {
    if (!only(instruction, {"approx", "ftz"})) return false;
    return set(op == "ex2" ? small_handler<Exp2, 1>(type) : small_handler<Tanh, 1>(type), 1,
               Class::special);
  }
  return false;
}

double small_value(Type type, u16 bits) {
  return is_brain(type) ? Brain::value(bits) : Half::value(bits);
}

double flushed_small(Type type, u16 bits, bool ftz) {
  const std::uint8_t finish = ftz ? finish_flush : 0;
  return is_brain(type) ? operand<Brain>(bits, finish) : operand<Half>(bits, finish);
}

u16 small_bits(Type type, double x, Rounding how) {
  return is_brain(type) ? Brain::rounded(x, how) : Half::rounded(x, how);
}

}  // namespace emu
