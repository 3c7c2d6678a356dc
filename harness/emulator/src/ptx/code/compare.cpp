// setp, set, testp, selp and slct.
#include <cmath>
#include <functional>

#include "exec/vector.hpp"
#include "ptx/code/choose.hpp"
#include "ptx/code/halves.hpp"
#include "ptx/code/scalar.hpp"

namespace emu {
namespace {

enum class Comparison : std::uint8_t {
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  equ,
  neu,
  ltu,
  leu,
  gtu,
  geu,
  num,
  nan
};

template <typename T, Comparison how>
bool holds(T a, T b) {
  const bool unordered = a != a || b != b;
  switch (how) {
    case Comparison::eq:
      return a == b;
    case Comparison::ne:
      return !unordered && a != b;
    case Comparison::lt:
      return a < b;
    case Comparison::le:
      return a <= b;
    case Comparison::gt:
      return a > b;
    case Comparison::ge:
      return a >= b;
    case Comparison::equ:
      return unordered || a == b;
    case Comparison::neu:
      return a != b;
    case Comparison::ltu:
      return unordered || a < b;
    case Comparison::leu:
      return unordered || a <= b;
    case Comparison::gtu:
      return unordered || a > b;
    case Comparison::geu:
      return unordered || a >= b;
    case Comparison::num:
      return !unordered;
    case Comparison::nan:
      return unordered;
  }
  return false;
}

template <typename T, Comparison how>
Mask compare(Warp& warp, const Inst& inst) {
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  Mask result = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    T x = a[lane];
    T y = b[lane];
    if constexpr (std::is_same_v<T, float>) {
      if (inst.ftz) {
        x = flushed(x);
        y = flushed(y);
      }
    }
    result |= Mask{holds<T, how>(x, y)} << lane;
  }
  return result;
}

Mask joined(Join join, Mask result, Mask with) {
  switch (join) {
    case Join::and_:
      return result & with;
    case Join::or_:
      return result | with;
    case Join::xor_:
      return result ^ with;
    default:
      return result;
  }
}

// setp d[|e], a, b [, c]: e is what the negated comparison gives.
template <typename T, Comparison how>
void setp(Warp& warp, const Inst& inst, Mask mask) {
  const Mask result = compare<T, how>(warp, inst);
  const Mask with =
      inst.join == Join::none ? 0 : *warp.lanes<Mask>(inst.c) ^ (inst.c_negated ? all_lanes : 0);
  if (inst.d != nowhere) {
    Mask& d = *warp.lanes<Mask>(inst.d);
    d = (d & ~mask) | (joined(inst.join, result, with) & mask);
  }
  if (inst.e != nowhere) {
    Mask& e = *warp.lanes<Mask>(inst.e);
    e = (e & ~mask) | (joined(inst.join, ~result, with) & mask);
  }
}

// set: all ones, or 1.0 where the destination is a float.
template <typename T, Comparison how>
void set(Warp& warp, const Inst& inst, Mask mask) {
  const Mask with =
      inst.join == Join::none ? 0 : *warp.lanes<Mask>(inst.c) ^ (inst.c_negated ? all_lanes : 0);
  const Mask result = joined(inst.join, compare<T, how>(warp, inst), with);
  std::uint32_t* d = warp.lanes<std::uint32_t>(inst.d);
  const std::uint32_t yes = inst.real_result ? 0x3f800000u : ~0u;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane)) d[lane] = in(result, lane) ? yes : 0;
}

enum class Property : std::uint8_t { finite, infinite, number, notanumber, normal, subnormal };

template <typename T, Property what>
bool has(T value) {
  switch (what) {
    case Property::finite:
      return std::isfinite(value);
    case Property::infinite:
      return std::isinf(value);
    case Property::number:
      return !std::isnan(value);
    case Property::notanumber:
      return std::isnan(value);
    case Property::normal:
      return std::isnormal(value) || value == 0;  // zeros count as normal
    case Property::subnormal:
      return std::fpclassify(value) == FP_SUBNORMAL;
  }
  return false;
}

// testp: whether a floating-point number has a property.
template <typename T, Property what>
void testp(Warp& warp, const Inst& inst, Mask mask) {
  const T* a = warp.lanes<T>(inst.a);
  Mask result = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) result |= Mask{has<T, what>(a[lane])} << lane;
  Mask& d = *warp.lanes<Mask>(inst.d);
  d = (d & ~mask) | (result & mask);
}

template <typename T>
Handler testp_of(const std::string& word) {
  static const std::pair<const char*, Handler> known[] = {
      {"finite", testp<T, Property::finite>}, {"infinite", testp<T, Property::infinite>},
      {"number", testp<T, Property::number>}, {"notanumber", testp<T, Property::notanumber>},
      {"normal", testp<T, Property::normal>}, {"subnormal", testp<T, Property::subnormal>}};
  for (const auto& [name, handler] : known)
    if (word == name) return handler;
  return nullptr;
}

template <typename T>
void selp(Warp& warp, const Inst& inst, Mask mask) {
  T* d = warp.lanes<T>(inst.d);
  const T* a = warp.lanes<T>(inst.a);
  const T* b = warp.lanes<T>(inst.b);
  const Mask choice = *warp.lanes<Mask>(inst.c) ^ (inst.c_negated ? all_lanes : 0);
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    const T result = in(choice, lane) ? a[lane] : b[lane];
    d[lane] = in(mask, lane) ? result : d[lane];
  }
}

template <typename T, typename C>
struct Slct {
  T operator()(T a, T b, C c) const { return c >= C(0) ? a : b; }
};

template <typename T, template <typename, Comparison> class F>
Handler by_comparison(Comparison how) {
  switch (how) {
    case Comparison::eq:
      return F<T, Comparison::eq>::run;
    case Comparison::ne:
      return F<T, Comparison::ne>::run;
    case Comparison::lt:
      return F<T, Comparison::lt>::run;
    case Comparison::le:
      return F<T, Comparison::le>::run;
    case Comparison::gt:
      return F<T, Comparison::gt>::run;
    case Comparison::ge:
      return F<T, Comparison::ge>::run;
    default:
      break;
  }
  if constexpr (std::is_floating_point_v<T>) {
    switch (how) {
      case Comparison::equ:
        return F<T, Comparison::equ>::run;
      case Comparison::neu:
        return F<T, Comparison::neu>::run;
      case Comparison::ltu:
        return F<T, Comparison::ltu>::run;
      case Comparison::leu:
        return F<T, Comparison::leu>::run;
      case Comparison::gtu:
        return F<T, Comparison::gtu>::run;
      case Comparison::geu:
        return F<T, Comparison::geu>::run;
      case Comparison::num:
        return F<T, Comparison::num>::run;
      case Comparison::nan:
        return F<T, Comparison::nan>::run;
      default:
        break;
    }
  }
  return nullptr;
}

template <typename T, Comparison how>
struct SetpOf {
  static constexpr Handler run = setp<T, how>;
};
template <typename T, Comparison how>
struct SetOf {
  static constexpr Handler run = set<T, how>;
};

template <template <typename, Comparison> class F>
Handler comparison(Type type, Comparison how) {
  if (type.kind == 'f')
    return type.bits == 64   ? by_comparison<double, F>(how)
           : type.bits == 32 ? by_comparison<float, F>(how)
                             : nullptr;
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? by_comparison<std::int16_t, F>(how) : by_comparison<std::uint16_t, F>(how);
    case 32:
      return sign ? by_comparison<std::int32_t, F>(how) : by_comparison<std::uint32_t, F>(how);
    case 64:
      return sign ? by_comparison<std::int64_t, F>(how) : by_comparison<std::uint64_t, F>(how);
    default:
      return nullptr;
  }
}

bool parse_comparison(const std::string& word, Type type, Comparison& how) {
  static const char* const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                      "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (word == names[i]) {
      how = static_cast<Comparison>(i);
      return true;
    }
  static const std::pair<const char*, Comparison> older[] = {{"lo", Comparison::lt},
                                                             {"ls", Comparison::le},
                                                             {"hi", Comparison::gt},
                                                             {"hs", Comparison::ge}};
  for (const auto& [name, meaning] : older)
    if (word == name && type.kind == 'u') {
      how = meaning;
      return true;
    }
  return false;
}

}  // namespace

bool compare_form(const ptx::Instruction& instruction, Form& form, Inst& inst) {
  const std::string& op = instruction.words[0];
  Type type;
  if (!ptx::parse_type(instruction.words.back(), type)) return false;
  form.kind = Class::compare;
  if (op == "selp") {
    form.d = form.sources[0] = form.sources[1] = type;
    form.sources[2] = {'p', 8};
    form.count = 3;
    if (type.bits == 16) form.run = selp<std::uint16_t>;
    if (type.bits == 32) form.run = selp<std::uint32_t>;
    if (type.bits == 64) form.run = selp<std::uint64_t>;
    return form.run != nullptr;
  }
  if (op == "slct") {
    Type result;
    if (instruction.words.size() < 3 ||
        !ptx::parse_type(instruction.words[instruction.words.size() - 2], result))
      return false;
    form.d = form.sources[0] = form.sources[1] = result;
    form.sources[2] = type;
    form.count = 3;
    const bool real = type.kind == 'f';
    using u32 = std::uint32_t;
    using u64 = std::uint64_t;
    if (result.bits == 32)
      form.run = real ? map3<u32, u32, u32, float, Slct<u32, float>>
                      : map3<u32, u32, u32, std::int32_t, Slct<u32, std::int32_t>>;
    if (result.bits == 64)
      form.run = real ? map3<u64, u64, u64, float, Slct<u64, float>>
                      : map3<u64, u64, u64, std::int32_t, Slct<u64, std::int32_t>>;
    return form.run != nullptr;
  }
  if (instruction.words.size() < 3) return false;
  if (op == "testp") {
    form.d = {'p', 8};
    form.sources[0] = type;
    form.count = 1;
    if (type.kind != 'f' || type.bits < 32) return false;
    const std::string& what = instruction.words[1];
    form.run = type.bits == 64 ? testp_of<double>(what) : testp_of<float>(what);
    return form.run != nullptr;
  }
  if (op != "setp" && op != "set") return false;
  Comparison how;
  Type result;
  // GCC writes set.u32.ge.s32 for set.ge.u32.s32, which ptxas takes.
  const bool result_first = op == "set" && ptx::parse_type(instruction.words[1], result);
  if (!parse_comparison(instruction.words[result_first ? 2 : 1], type, how)) return false;
  inst.ftz = instruction.has("ftz");
  inst.join = instruction.has("and")   ? Join::and_
              : instruction.has("or")  ? Join::or_
              : instruction.has("xor") ? Join::xor_
                                       : Join::none;
  form.sources[0] = form.sources[1] = type;
  form.sources[2] = {'p', 8};
  form.count = inst.join == Join::none ? 2 : 3;
  if (is_small(type))
    return small_compare_form(instruction, static_cast<std::uint8_t>(how), type, form, inst);
  if (op == "setp") {
    form.d = {'p', 8};
    form.run = comparison<SetpOf>(type, how);
  } else {
    const std::size_t before_last = instruction.words.size() - 2;
    if (!ptx::parse_type(instruction.words[result_first ? 1 : before_last], result) ||
        result.bits != 32)
      return false;
    form.d = result;
    inst.real_result = result.kind == 'f';
    form.run = comparison<SetOf>(type, how);
  }
  return form.run != nullptr;
}

}  // namespace emu
