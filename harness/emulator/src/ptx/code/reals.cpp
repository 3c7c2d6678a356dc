// Floating-point arithmetic.
#include <algorithm>

#include "ptx/code/choose.hpp"
#include "ptx/code/scalar.hpp"

namespace emu {
namespace {

template <typename T, bool ftz>
T into(T x) {
  return ftz ? flushed(x) : x;
}
template <typename T, bool ftz, bool sat>
T out(T x) {
  x = into<T, ftz>(canonical(x));
  return sat ? saturated(x) : x;
}
template <typename T, bool z, bool s>
struct FAdd {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) + into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FSub {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) - into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FMul {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) * into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FDiv {
  T operator()(T a, T b) const { return out<T, z, s>(into<T, z>(a) / into<T, z>(b)); }
};
template <typename T, bool z, bool s>
struct FFma {
  T operator()(T a, T b, T c) const {
    return out<T, z, s>(std::fma(into<T, z>(a), into<T, z>(b), into<T, z>(c)));
  }
};
template <typename T, bool z, bool s>
struct FMin {
  T operator()(T a, T b) const {
    a = into<T, z>(a);
    b = into<T, z>(b);
    const T smaller = a != a ? b : b != b ? a : a < b ? a : b < a ? b : std::signbit(a) ? a : b;
    return s && (a != a || b != b) ? canonical(a + b) : canonical(smaller);
  }
};
template <typename T, bool z, bool s>
struct FMax {
  T operator()(T a, T b) const {
    a = into<T, z>(a);
    b = into<T, z>(b);
    const T larger = a != a ? b : b != b ? a : a > b ? a : b > a ? b : std::signbit(a) ? b : a;
    return s && (a != a || b != b) ? canonical(a + b) : canonical(larger);
  }
};
template <typename T, bool z, bool>
struct FNeg {
  T operator()(T a) const { return -into<T, z>(a); }
};
template <typename T, bool z, bool>
struct FAbs {
  T operator()(T a) const { return std::fabs(into<T, z>(a)); }
};
template <typename T, bool z, bool s>
struct Rcp {
  T operator()(T a) const { return out<T, z, s>(T(1) / into<T, z>(a)); }
};
template <typename T, bool z, bool s>
struct Sqrt {
  T operator()(T a) const { return out<T, z, s>(std::sqrt(into<T, z>(a))); }
};
// Approximate functions: computed in double precision and rounded, which is inside every bound that
// PTX gives.
template <typename T, bool z, bool s>
struct Rsqrt {
  T operator()(T a) const {
    return out<T, z, s>(static_cast<T>(1.0 / std::sqrt(double(into<T, z>(a)))));
  }
};
template <typename T, bool z, bool s>
struct Sin {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::sin(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Cos {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::cos(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Lg2 {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::log2(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Ex2 {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::exp2(double(into<T, z>(a))))); }
};
template <typename T, bool z, bool s>
struct Tanh {
  T operator()(T a) const { return out<T, z, s>(static_cast<T>(std::tanh(double(a)))); }
};
template <typename T, bool z, bool s>
struct Copysign {
  T operator()(T a, T b) const { return std::copysign(b, a); }
};
// Of rcp and rsqrt in double precision with .approx.ftz the lower word is zero.
inline double upper_word(double x) {
  return bits_as<double>(bits_as<u64>(x) & 0xffffffff00000000u);
}
struct RcpUpper {
  double operator()(double a) const { return upper_word(1.0 / upper_word(a)); }
};
struct RsqrtUpper {
  double operator()(double a) const { return upper_word(1.0 / std::sqrt(upper_word(a))); }
};

template <template <typename, bool, bool> class F>
Handler real1(Type type, bool ftz, bool flag) {
  if (type.bits == 64)
    return ftz ? nullptr : flag ? nullptr : map1<double, double, F<double, false, false>>;
  if (type.bits != 32) return nullptr;
  if (ftz)
    return flag ? map1<float, float, F<float, true, true>>
                : map1<float, float, F<float, true, false>>;
  return flag ? map1<float, float, F<float, false, true>>
              : map1<float, float, F<float, false, false>>;
}
// `rounds`: other roundings than to the nearest are asked for.
template <template <typename, bool, bool> class F>
Handler real1r(Type type, bool ftz, bool flag, bool rounds) {
  if (!rounds) return real1<F>(type, ftz, flag);
  if (type.bits == 64)
    return ftz || flag ? nullptr : rounded<map1<double, double, F<double, false, false>>>;
  if (type.bits != 32 || flag) return nullptr;
  return ftz ? rounded<map1<float, float, F<float, true, false>>>
             : rounded<map1<float, float, F<float, false, false>>>;
}
template <template <typename, bool, bool> class F>
Handler real2(Type type, bool ftz, bool flag, bool rounds) {
  if (type.bits == 64) {
    if (ftz || flag) return nullptr;
    return rounds ? rounded<map2<double, double, double, F<double, false, false>>>
                  : map2<double, double, double, F<double, false, false>>;
  }
  if (type.bits != 32) return nullptr;
  using f = float;
  if (rounds) {
    if (ftz)
      return flag ? rounded<map2<f, f, f, F<f, true, true>>>
                  : rounded<map2<f, f, f, F<f, true, false>>>;
    return flag ? rounded<map2<f, f, f, F<f, false, true>>>
                : rounded<map2<f, f, f, F<f, false, false>>>;
  }
  if (ftz) return flag ? map2<f, f, f, F<f, true, true>> : map2<f, f, f, F<f, true, false>>;
  return flag ? map2<f, f, f, F<f, false, true>> : map2<f, f, f, F<f, false, false>>;
}
template <template <typename, bool, bool> class F>
Handler real3(Type type, bool ftz, bool flag, bool rounds) {
  if (type.bits == 64) {
    if (ftz || flag) return nullptr;
    return rounds ? rounded<map3<double, double, double, double, F<double, false, false>>>
                  : map3<double, double, double, double, F<double, false, false>>;
  }
  if (type.bits != 32) return nullptr;
  using f = float;
  if (rounds) {
    if (ftz)
      return flag ? rounded<map3<f, f, f, f, F<f, true, true>>>
                  : rounded<map3<f, f, f, f, F<f, true, false>>>;
    return flag ? rounded<map3<f, f, f, f, F<f, false, true>>>
                : rounded<map3<f, f, f, f, F<f, false, false>>>;
  }
  if (ftz) return flag ? map3<f, f, f, f, F<f, true, true>> : map3<f, f, f, f, F<f, true, false>>;
  return flag ? map3<f, f, f, f, F<f, false, true>> : map3<f, f, f, f, F<f, false, false>>;
}

}  // namespace

bool real_form(const ptx::Instruction& instruction, Type type, Form& form) {
  const std::string& op = instruction.words[0];
  const bool ftz = instruction.has("ftz");
  const bool sat = instruction.has("sat");
  const bool rounds = rounding_of(instruction) != Rounding::nearest;
  const bool approximate = instruction.has("approx") || instruction.has("full");
  const bool wide = type.bits == 64;
  const auto kind = [wide](Class of64, Class of32) { return wide ? of64 : of32; };
  const auto set = [&](Handler run, int count, Class of64, Class of32) {
    form.run = run;
    form.kind = kind(of64, of32);
    same_types(form, type, count);
    return run != nullptr;
  };
  if (op == "add" || op == "sub" || op == "mul" || op == "fma" || op == "mad") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "sat"})) return false;
    if (op == "add")
      return set(real2<FAdd>(type, ftz, sat, rounds), 2, Class::fp64_add, Class::fp32_add);
    if (op == "sub")
      return set(real2<FSub>(type, ftz, sat, rounds), 2, Class::fp64_add, Class::fp32_add);
    if (op == "mul")
      return set(real2<FMul>(type, ftz, sat, rounds), 2, Class::fp64_mul, Class::fp32_mul);
    return set(real3<FFma>(type, ftz, sat, rounds), 3, Class::fp64_fma, Class::fp32_fma);
  }
  if (op == "div") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "approx", "full"})) return false;
    return set(real2<FDiv>(type, ftz, false, rounds), 2, Class::fp64_other,
               approximate ? Class::special : Class::fp32_other);
  }
  if (op == "min" || op == "max") {
    if (!only(instruction, {"ftz", "NaN"})) return false;
    const bool nan = instruction.has("NaN");
    return set(
        op == "min" ? real2<FMin>(type, ftz, nan, false) : real2<FMax>(type, ftz, nan, false), 2,
        Class::fp64_other, Class::fp32_other);
  }
  if (op == "neg" || op == "abs") {
    if (!only(instruction, {"ftz"})) return false;
    return set(op == "neg" ? real1<FNeg>(type, ftz, false) : real1<FAbs>(type, ftz, false), 1,
               Class::fp64_other, Class::fp32_other);
  }
  if (op == "copysign")
    return set(real2<Copysign>(type, false, false, false), 2, Class::fp64_other, Class::fp32_other);
  if (op == "rcp" || op == "sqrt") {
    if (!only(instruction, {"rn", "rz", "rm", "rp", "ftz", "approx"})) return false;
    if (wide && approximate)
      return op == "rcp" && set(map1<double, double, RcpUpper>, 1, Class::special, Class::special);
    return set(op == "rcp" ? real1r<Rcp>(type, ftz, false, rounds)
                           : real1r<Sqrt>(type, ftz, false, rounds),
               1, Class::fp64_other, approximate ? Class::special : Class::fp32_other);
  }
  if (!only(instruction, {"ftz", "approx"})) return false;
  if (op == "rsqrt") {
    if (wide)
      return set(ftz ? map1<double, double, RsqrtUpper> : real1<Rsqrt>(type, false, false), 1,
                 Class::special, Class::special);
    return set(real1<Rsqrt>(type, ftz, false), 1, Class::special, Class::special);
  }
  if (wide) return false;
  Handler run = nullptr;
  if (op == "sin") run = real1<Sin>(type, ftz, false);
  if (op == "cos") run = real1<Cos>(type, ftz, false);
  if (op == "lg2") run = real1<Lg2>(type, ftz, false);
  if (op == "ex2") run = real1<Ex2>(type, ftz, false);
  if (op == "tanh") run = real1<Tanh>(type, false, false);
  return run && set(run, 1, Class::special, Class::special);
}

}  // namespace emu
