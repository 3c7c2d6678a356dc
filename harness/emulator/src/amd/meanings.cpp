// What executes an instruction, and what counts call it.
#include "amd/meanings.hpp"

namespace emu::amd {
namespace {

Meanings all_meanings() {
  Meanings all;
  add_scalar(all);
  add_scalar_control(all);
  add_integers(all);
  add_reals(all);
  add_conversions(all);
  add_compares(all);
  add_lane_moves(all);
  add_small(all);
  add_packed(all);
  add_rare(all);
  add_memory(all);
  add_shared(all);
  return all;
}

bool has(std::string_view name, std::string_view part) {
  return name.find(part) != std::string_view::npos;
}

bool begins(std::string_view name, std::string_view part) {
  return name.substr(0, part.size()) == part;
}

Class class_of_scalar(const Decoded& inst) {
  if (begins(inst.name, "s_load")) return Class::scalar_load;
  if (begins(inst.name, "s_barrier")) return Class::barrier;
  for (const char* control :
       {"s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call", "s_endpgm", "s_trap"})
    if (begins(inst.name, control)) return Class::control;
  for (const char* wait : {"s_waitcnt", "s_nop", "s_sleep"})
    if (begins(inst.name, wait)) return Class::wait;
  if (inst.family == Family::smem) return Class::fence;
  return Class::scalar;
}

Class class_of_memory(const Decoded& inst) {
  if (has(inst.name, "_atomic_")) return Class::atomic;
  const bool loads = has(inst.name, "_load_");
  if (!loads && !has(inst.name, "_store_")) return Class::fence;
  switch (inst.family) {
    case Family::flat:
      return loads ? Class::load_generic : Class::store_generic;
    case Family::global:
      return loads ? Class::load_global : Class::store_global;
    default:  // scratch, and buffers that are scratch
      return loads ? Class::load_local : Class::store_local;
  }
}

Class class_of_shared(const Decoded& inst) {
  if (begins(inst.name, "ds_read")) return Class::load_shared;
  if (begins(inst.name, "ds_write")) return Class::store_shared;
  if (has(inst.name, "permute") || has(inst.name, "swizzle")) return Class::shuffle;
  return inst.name == "ds_nop" ? Class::wait : Class::atomic;
}

/// Arithmetic of floating-point numbers, by width; `count_of`: it is none.
Class class_of_real(std::string_view name) {
  static constexpr Class classes[3][4] = {
      {Class::fp64_add, Class::fp64_mul, Class::fp64_fma, Class::fp64_other},
      {Class::fp32_add, Class::fp32_mul, Class::fp32_fma, Class::fp32_other},
      {Class::fp16_add, Class::fp16_mul, Class::fp16_fma, Class::fp16_other}};
  const std::size_t last = name.rfind("_f");
  if (last == std::string_view::npos) return Class::count_of;
  const std::string_view type = name.substr(last + 1);
  if (type != "f64" && type != "f32" && type != "f16") return Class::count_of;
  const auto& of_type = classes[type == "f64" ? 0 : type == "f32" ? 1 : 2];
  for (const char* special : {"v_rcp", "v_rsq", "v_sqrt", "v_exp", "v_log", "v_sin", "v_cos"})
    if (begins(name, special)) return Class::special;
  if (begins(name, "v_add_") || begins(name, "v_sub") || begins(name, "v_pk_add"))
    return of_type[0];
  if (begins(name, "v_mul_") || begins(name, "v_pk_mul")) return of_type[1];
  for (const char* fused : {"v_fma", "v_mad", "v_mac", "v_pk_fma", "v_div_fmas"})
    if (begins(name, fused)) return of_type[2];
  return of_type[3];
}

Class class_of_vector(std::string_view name) {
  if (begins(name, "v_mfma")) return Class::matrix;
  if (begins(name, "v_cmp")) return Class::compare;
  if (begins(name, "v_cvt")) return Class::conversion;
  for (const char* move : {"v_mov", "v_readfirstlane", "v_readlane", "v_writelane", "v_cndmask",
                           "v_swap", "v_accvgpr", "v_pk_mov", "v_nop"})
    if (begins(name, move)) return Class::move;
  if (const Class real = class_of_real(name); real != Class::count_of) return real;
  for (const char* logic : {"v_and", "v_or", "v_xor", "v_xnor", "v_not", "v_lsh", "v_ash", "v_bf",
                            "v_align", "v_perm", "v_ffb", "v_bcnt", "v_mbcnt"})
    if (begins(name, logic)) return Class::logic;
  return Class::integer;
}

Class class_of(const Decoded& inst) {
  switch (inst.family) {
    case Family::sop1:
    case Family::sop2:
    case Family::sopc:
    case Family::sopk:
    case Family::sopp:
    case Family::smem:
      return class_of_scalar(inst);
    case Family::ds:
      return class_of_shared(inst);
    case Family::flat:
    case Family::global:
    case Family::scratch:
    case Family::mubuf:
      return class_of_memory(inst);
    default:
      return class_of_vector(inst.name);
  }
}

}  // namespace

Meaning meaning_of(const Decoded& inst) {
  // Kept to the very end: kernels may run while the process is taken down.
  static const Meanings& all = *new Meanings(all_meanings());
  const auto found = all.find(std::string(inst.name));
  return {found == all.end() ? nullptr : found->second, class_of(inst)};
}

}  // namespace emu::amd
