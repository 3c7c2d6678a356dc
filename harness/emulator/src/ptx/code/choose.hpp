// Choosing a handler by the type of an instruction.
#pragma once

#include <initializer_list>
#include <string_view>
#include <type_traits>

#include "exec/vector.hpp"
#include "ptx/code/form.hpp"

namespace emu {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;

template <typename T>
constexpr unsigned width = sizeof(T) * 8;
template <typename T>
using Unsigned = std::make_unsigned_t<T>;

/// What `choose` returns for a value of the integer type; nothing for other widths.
template <typename Choose>
Handler by_integer(Type type, Choose choose) {
  const bool sign = type.kind == 's';
  switch (type.bits) {
    case 16:
      return sign ? choose(s16{}) : choose(u16{});
    case 32:
      return sign ? choose(s32{}) : choose(u32{});
    case 64:
      return sign ? choose(s64{}) : choose(u64{});
    default:
      return nullptr;
  }
}

template <template <typename> class F>
Handler unary(Type type) {
  return by_integer(type, [](auto zero) -> Handler {
    using T = decltype(zero);
    return map1<T, T, F<T>>;
  });
}
template <template <typename> class F>
Handler binary(Type type) {
  return by_integer(type, [](auto zero) -> Handler {
    using T = decltype(zero);
    return map2<T, T, T, F<T>>;
  });
}
template <template <typename> class F>
Handler shift(Type type) {
  return by_integer(type, [](auto zero) -> Handler {
    using T = decltype(zero);
    return map2<T, T, u32, F<T>>;
  });
}
template <template <typename> class F>
Handler ternary(Type type) {
  return by_integer(type, [](auto zero) -> Handler {
    using T = decltype(zero);
    return map3<T, T, T, T, F<T>>;
  });
}
template <template <typename> class F>
Handler widening2(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 16) return sign ? map2<s32, s16, s16, F<s16>> : map2<u32, u16, u16, F<u16>>;
  if (type.bits == 32) return sign ? map2<s64, s32, s32, F<s32>> : map2<u64, u32, u32, F<u32>>;
  return nullptr;
}
template <template <typename> class F>
Handler widening3(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 16)
    return sign ? map3<s32, s16, s16, s32, F<s16>> : map3<u32, u16, u16, u32, F<u16>>;
  if (type.bits == 32)
    return sign ? map3<s64, s32, s32, s64, F<s32>> : map3<u64, u32, u32, u64, F<u32>>;
  return nullptr;
}
template <template <typename> class F>
Handler counting(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32) return sign ? map1<u32, s32, F<s32>> : map1<u32, u32, F<u32>>;
  if (type.bits == 64) return sign ? map1<u32, s64, F<s64>> : map1<u32, u64, F<u64>>;
  return nullptr;
}
template <template <typename> class F>
Handler extracting(Type type) {
  const bool sign = type.kind == 's';
  if (type.bits == 32)
    return sign ? map3<s32, s32, u32, u32, F<s32>> : map3<u32, u32, u32, u32, F<u32>>;
  if (type.bits == 64)
    return sign ? map3<s64, s64, u32, u32, F<s64>> : map3<u64, u64, u32, u32, F<u64>>;
  return nullptr;
}

constexpr ptx::Type u32_type{'u', 32};

/// All operands have the type of the instruction.
void same_types(Form& form, ptx::Type type, int count);

/// Whether only the words named stand between an opcode and its type.
bool only(const ptx::Instruction& instruction, std::initializer_list<std::string_view> known);

// Forms of arithmetic_form(), by the kind of operation; false if there is none.
bool integer_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool multiply_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool carry_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool logic_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool field_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool real_form(const ptx::Instruction& instruction, ptx::Type type, Form& form);
bool small_form(const ptx::Instruction& instruction, ptx::Type type, Form& form, Inst& inst);
bool small_compare_form(const ptx::Instruction& instruction, std::uint8_t how, ptx::Type type,
                        Form& form, Inst& inst);
bool small_convert_form(const ptx::Instruction& instruction, ptx::Type to, ptx::Type from,
                        Form& form, Inst& inst);
/// cvt from and to numbers of 8 bits, and to tf32.
bool tiny_convert_form(const ptx::Instruction& instruction, Form& form, Inst& inst);

// Numbers of 16 bits as doubles, which hold them and their exact products.
double small_value(ptx::Type type, u16 bits);
double flushed_small(ptx::Type type, u16 bits, bool ftz);
u16 small_bits(ptx::Type type, double x, Rounding rounding);

/// vadd and vsub of whole registers without saturation, alone or with .add behind.
bool video_form(const ptx::Instruction& instruction, Form& form);

}  // namespace emu
