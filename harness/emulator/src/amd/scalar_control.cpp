// Scalar comparisons, constants, branches, calls, and what the whole wave waits for.
#include "amd/meanings.hpp"
#include "amd/memory.hpp"

namespace emu::amd {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

template <class L, class A, class B>
Run compare_run(bool (L::*)(A, B) const) {
  return [](Wave& wave, const Decoded& inst) {
    A ua = 0;
    B ub = 0;
    const A a = scalar_source<A>(wave, inst, 0, ua);
    const B b = scalar_source<B>(wave, inst, 1, ub);
    wave.scc = (*Kept<L>::function)(a, b);
    wave.scc_undefined = ua || ub;
  };
}

template <class L>
Run compare(const L& function) {
  keep(function);
  return compare_run(&L::operator());
}

template <class L>
Run compare_constant(const L& function) {
  keep(function);
  return [](Wave& wave, const Decoded& inst) {
    const bool with_sign = inst.name.back() == '2' && inst.name[inst.name.size() - 3] == 'i';
    const auto constant = static_cast<u32>(with_sign ? inst.offset : inst.offset & 0xffff);
    wave.scc = (*Kept<L>::function)(wave.word(inst.d), constant);
    wave.scc_undefined = wave.s_undefined[inst.d] != 0;
  };
}

void add_comparisons(Meanings& to) {
  const auto both = [&to](const std::string& name, auto function) {
    to["s_cmp_" + name] = compare(function);
    to["s_cmpk_" + name] = compare_constant(function);
  };
  both("eq_i32", [](u32 a, u32 b) { return a == b; });
  both("lg_i32", [](u32 a, u32 b) { return a != b; });
  both("gt_i32", [](u32 a, u32 b) { return i32(a) > i32(b); });
  both("ge_i32", [](u32 a, u32 b) { return i32(a) >= i32(b); });
  both("lt_i32", [](u32 a, u32 b) { return i32(a) < i32(b); });
  both("le_i32", [](u32 a, u32 b) { return i32(a) <= i32(b); });
  both("eq_u32", [](u32 a, u32 b) { return a == b; });
  both("lg_u32", [](u32 a, u32 b) { return a != b; });
  both("gt_u32", [](u32 a, u32 b) { return a > b; });
  both("ge_u32", [](u32 a, u32 b) { return a >= b; });
  both("lt_u32", [](u32 a, u32 b) { return a < b; });
  both("le_u32", [](u32 a, u32 b) { return a <= b; });
  to["s_cmp_eq_u64"] = compare([](u64 a, u64 b) { return a == b; });
  to["s_cmp_lg_u64"] = compare([](u64 a, u64 b) { return a != b; });
  to["s_bitcmp0_b32"] = compare([](u32 a, u32 b) { return !(a >> (b & 31) & 1); });
  to["s_bitcmp1_b32"] = compare([](u32 a, u32 b) { return bool(a >> (b & 31) & 1); });
  to["s_bitcmp0_b64"] = compare([](u64 a, u32 b) { return !(a >> (b & 63) & 1); });
  to["s_bitcmp1_b64"] = compare([](u64 a, u32 b) { return bool(a >> (b & 63) & 1); });
}

void add_constant(Wave& wave, const Decoded& inst) {
  i32 sum;
  const bool over = __builtin_add_overflow(static_cast<i32>(wave.word(inst.d)), inst.offset, &sum);
  wave.scc_undefined = wave.s_undefined[inst.d] != 0;
  wave.scc = over;
  wave.set(inst.d, static_cast<u32>(sum), wave.scc_undefined ? ~0u : 0);
}

void multiply_constant(Wave& wave, const Decoded& inst) {
  wave.set(inst.d, wave.word(inst.d) * static_cast<u32>(inst.offset),
           wave.s_undefined[inst.d] ? ~0u : 0);
}

/// Bits of the register MODE that can be read and set: rounding and denormals.
constexpr u32 mode_register = 1;

struct HardwareField {
  u32 id, from, width;
  explicit HardwareField(const Decoded& inst)
      : id(inst.offset & 63), from(inst.offset >> 6 & 31), width((inst.offset >> 11 & 31) + 1) {
    if (id != mode_register) throw Unsupported("hardware register " + std::to_string(id));
  }
  u32 of(u32 value) const { return value >> from & static_cast<u32>((u64{1} << width) - 1); }
};

u32 mode_of(const Wave& wave) { return wave.execution->resources_1 >> 12 & 0xff; }

void get_register(Wave& wave, const Decoded& inst) {
  wave.set(inst.d, HardwareField(inst).of(mode_of(wave)));
}

void set_register(Wave& wave, const Decoded& inst) {
  const HardwareField field(inst);
  const u32 value = inst.words == 2 ? inst.literal : wave.word(inst.d);
  const u32 mask = static_cast<u32>((u64{1} << field.width) - 1);
  if (field.from + field.width > 8 || (value & mask) != field.of(mode_of(wave)))
    throw Unsupported("a floating-point mode other than that of compilers");
}

void branch(Wave& wave, const Decoded& inst) {
  wave.next += static_cast<u64>(std::int64_t{inst.offset} * 4);
}

template <bool on>
void branch_scc(Wave& wave, const Decoded& inst) {
  if (wave.scc_undefined) {
    wave.found_undefined(0, "decides a branch");
    wave.scc_undefined = false;
  }
  if (wave.scc == on) branch(wave, inst);
}

template <bool zero>
void branch_vcc(Wave& wave, const Decoded& inst) {
  const u64 value = wave.pair(scalar::vcc), undefined = wave.pair_undefined(scalar::vcc);
  if (undefined && !(value & ~undefined)) {
    wave.found_undefined(static_cast<unsigned>(__builtin_ctzll(undefined)), "decides a branch");
    wave.set_pair(scalar::vcc, value);
  }
  if ((value == 0) == zero) branch(wave, inst);
}

template <bool zero>
void branch_exec(Wave& wave, const Decoded& inst) {
  if ((wave.exec() == 0) == zero) branch(wave, inst);
}

u64 target(Wave& wave, const Decoded& inst) {
  u64 undefined = 0;
  const u64 to = scalar_64(wave, inst, inst.s[0], undefined);
  if (undefined) wave.found_undefined(0, "is where execution goes");
  return to;
}

/// M0 as instructions read it that name registers relative to it.
void set_index(Wave& wave, u32 index, u32 which) {
  wave.set(scalar::m0, (wave.word(scalar::m0) & 0xffff0f00u) | (index & 255) | which << 12);
}

void index_on(Wave& wave, const Decoded& inst) {
  u32 undefined = 0;
  set_index(wave, scalar_source(wave, inst, 0, undefined), inst.s[1] & 15u);
  wave.indexes = true;
}

void index_by(Wave& wave, const Decoded& inst) {
  u32 undefined = 0;
  set_index(wave, scalar_source(wave, inst, 0, undefined), wave.word(scalar::m0) >> 12 & 15);
}

void sleep(Wave& wave, const Decoded&) { wave.yields = wave.slept = true; }

void barrier(Wave& wave, const Decoded&) { wave.at_barrier = wave.yields = true; }

void trap(Wave& wave, const Decoded& inst) {
  const u64 exec = wave.exec();
  const auto lane = static_cast<unsigned>(exec ? __builtin_ctzll(exec) : 0);
  wave.found(Fault::trap, lane, "trap " + std::to_string(inst.offset & 0xff));
  wave.execution->failed = wave.yields = true;
}

/// Of each counter, how many operations may still be under way.
void wait(Wave& wave, const Decoded& inst) {
  const auto counts = static_cast<u32>(inst.offset);
  wave.wait((counts & 15) | (counts >> 14 & 3) << 4, counts >> 8 & 15);
}

void nothing(Wave&, const Decoded&) {}

template <unsigned words>
void load(Wave& wave, const Decoded& inst) {
  u64 address = wave.pair(inst.base) & ~u64{3};
  u32 undefined = wave.s_undefined[inst.base] | wave.s_undefined[inst.base + 1];
  if (inst.has_offset) address += static_cast<u64>(std::int64_t{inst.offset});
  if (inst.has_soffset || !inst.has_offset)
    address += scalar_32(wave, inst, inst.soffset, undefined);
  if (undefined) wave.found_undefined(0, "is an address");
  address &= ~u64{3};
  ++wave.execution->looks;
  u32 values[words], missing[words];
  if (!read_words(wave, address, words, values, missing)) wave.execution->failed = true;
  for (unsigned i = 0; i < words; ++i) {
    wave.set(inst.data + i, values[i], missing[i]);
    wave.will_write_scalar(inst, inst.data + i);
  }
}

/// Clocks count instructions: the same in each run.
template <unsigned per_tick>
void clock(Wave& wave, const Decoded& inst) {
  const Execution& run = *wave.execution;
  wave.set_pair(inst.data, run.issued / per_tick);
  wave.will_write_scalar(inst, inst.data);
  wave.will_write_scalar(inst, inst.data + 1u);
}

}  // namespace

void add_scalar_control(Meanings& to) {
  add_comparisons(to);
  to["s_movk_i32"] = [](Wave& wave, const Decoded& inst) {
    wave.set(inst.d, static_cast<u32>(inst.offset));
  };
  to["s_cmovk_i32"] = [](Wave& wave, const Decoded& inst) {
    if (wave.scc) wave.set(inst.d, static_cast<u32>(inst.offset));
  };
  to["s_addk_i32"] = add_constant;
  to["s_mulk_i32"] = multiply_constant;
  to["s_getreg_b32"] = get_register;
  to["s_setreg_b32"] = to["s_setreg_imm32_b32"] = set_register;
  to["s_getpc_b64"] = [](Wave& wave, const Decoded& inst) { wave.set_pair(inst.d, wave.next); };
  to["s_setpc_b64"] = [](Wave& wave, const Decoded& inst) { wave.next = target(wave, inst); };
  to["s_swappc_b64"] = [](Wave& wave, const Decoded& inst) {
    const u64 to_there = target(wave, inst);
    wave.set_pair(inst.d, wave.next);
    wave.next = to_there;
  };
  to["s_call_b64"] = [](Wave& wave, const Decoded& inst) {
    wave.set_pair(inst.d, wave.next);
    branch(wave, inst);
  };
  to["s_set_gpr_idx_on"] = index_on;
  to["s_set_gpr_idx_idx"] = index_by;
  to["s_set_gpr_idx_off"] = [](Wave& wave, const Decoded&) { wave.indexes = false; };
  to["s_set_gpr_idx_mode"] = [](Wave& wave, const Decoded& inst) {
    set_index(wave, wave.word(scalar::m0), inst.offset & 15);
  };
  to["s_branch"] = branch;
  to["s_cbranch_scc0"] = branch_scc<false>;
  to["s_cbranch_scc1"] = branch_scc<true>;
  to["s_cbranch_vccz"] = branch_vcc<true>;
  to["s_cbranch_vccnz"] = branch_vcc<false>;
  to["s_cbranch_execz"] = branch_exec<true>;
  to["s_cbranch_execnz"] = branch_exec<false>;
  to["s_endpgm"] = [](Wave& wave, const Decoded&) { wave.end(); };
  to["s_sleep"] = sleep;
  to["s_barrier"] = barrier;
  to["s_trap"] = trap;
  to["s_waitcnt"] = wait;
  for (const char* name : {"s_nop", "s_setprio", "s_icache_inv", "s_incperflevel", "s_decperflevel",
                           "s_dcache_inv", "s_dcache_wb", "s_dcache_inv_vol", "s_dcache_wb_vol",
                           "s_ttracedata", "s_wakeup", "s_cbranch_cdbgsys", "s_cbranch_cdbguser",
                           "s_cbranch_cdbgsys_or_user", "s_cbranch_cdbgsys_and_user"})
    to[name] = nothing;
  to["s_load_dword"] = load<1>;
  to["s_load_dwordx2"] = load<2>;
  to["s_load_dwordx4"] = load<4>;
  to["s_load_dwordx8"] = load<8>;
  to["s_load_dwordx16"] = load<16>;
  to["s_memtime"] = clock<1>;
  to["s_memrealtime"] = clock<17>;
}

}  // namespace emu::amd
