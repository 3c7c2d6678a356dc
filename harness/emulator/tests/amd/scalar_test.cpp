// Scalar instructions, moves of registers by an index, LDS and mixed arithmetic, one at a time,
// against definitions on the host that are written another way.
#include "bench.hpp"

namespace {

using namespace emu;
using amd::Family;
using emu::test::Bench;
using emu::test::check;
using emu::test::Values;

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u128 = unsigned __int128;

constexpr unsigned rounds = 300;
unsigned tried = 0;

/// What a scalar instruction leaves: its result, and SCC.
struct Left {
  u64 value;
  bool scc;
};

template <class T>
T next(Values& values) {
  return static_cast<T>(values.next<T>());
}

template <class T>
void put(Bench& bench, unsigned reg, T value) {
  if (sizeof(T) == 8)
    bench.wave().set_pair(reg, value);
  else
    bench.wave().set(reg, static_cast<u32>(value));
}

/// s[0:1] and s[2:3] into s[4:5].
template <class R, class A, class B>
void two(Bench& bench, const std::string& name, Left (*definition)(A, B, bool)) {
  Values values(std::hash<std::string>()(name));
  const auto opcode = bench.opcode(Family::sop2, name);
  check(opcode.has_value(), name);
  ++tried;
  for (unsigned round = 0; round < rounds; ++round) {
    const A a = next<A>(values);
    const B b = next<B>(values);
    const bool scc = round % 2;
    put(bench, 0, a);
    put(bench, 2, b);
    bench.wave().scc = scc;
    bench.execute(0b10u << 30 | *opcode << 23 | 4u << 16 | 2u << 8, 0);
    const Left wanted = definition(a, b, scc);
    const u64 value = sizeof(R) == 8 ? bench.wave().pair(4) : bench.wave().s[4];
    if (value == static_cast<R>(wanted.value) && bench.wave().scc == wanted.scc) continue;
    check(false, name + " round " + std::to_string(round));
    return;
  }
}

template <class R, class A>
void one(Bench& bench, const std::string& name, Left (*definition)(A, bool)) {
  Values values(std::hash<std::string>()(name));
  const auto opcode = bench.opcode(Family::sop1, name);
  check(opcode.has_value(), name);
  ++tried;
  for (unsigned round = 0; round < rounds; ++round) {
    const A a = next<A>(values);
    const bool scc = round % 2;
    put(bench, 0, a);
    bench.wave().scc = scc;
    bench.execute(0b101111101u << 23 | 4u << 16 | *opcode << 8, 0);
    const Left wanted = definition(a, scc);
    const u64 value = sizeof(R) == 8 ? bench.wave().pair(4) : bench.wave().s[4];
    if (value == static_cast<R>(wanted.value) && bench.wave().scc == wanted.scc) continue;
    check(false, name + " round " + std::to_string(round));
    return;
  }
}

Left told(u64 value) { return {value, value != 0}; }

bool fits(i64 x) { return x == static_cast<i32>(x); }

void sums(Bench& b) {
  two<u32, u32, u32>(b, "s_add_u32",
                     [](u32 x, u32 y, bool) { return Left{u64{x} + y, u64{x} + y > 0xffffffffu}; });
  two<u32, u32, u32>(b, "s_sub_u32", [](u32 x, u32 y, bool) { return Left{u64{x} - y, y > x}; });
  two<u32, u32, u32>(b, "s_addc_u32", [](u32 x, u32 y, bool c) {
    return Left{u64{x} + y + c, u64{x} + y + c > 0xffffffffu};
  });
  two<u32, u32, u32>(b, "s_subb_u32", [](u32 x, u32 y, bool c) {
    return Left{u64{x} - y - c, i64{x} - i64{y} - c < 0};
  });
  two<u32, i32, i32>(b, "s_add_i32", [](i32 x, i32 y, bool) {
    return Left{static_cast<u64>(i64{x} + y), !fits(i64{x} + y)};
  });
  two<u32, i32, i32>(b, "s_sub_i32", [](i32 x, i32 y, bool) {
    return Left{static_cast<u64>(i64{x} - y), !fits(i64{x} - y)};
  });
  two<u32, u32, u32>(b, "s_mul_i32", [](u32 x, u32 y, bool c) { return Left{u64{x} * y, c}; });
  two<u32, u32, u32>(b, "s_mul_hi_u32",
                     [](u32 x, u32 y, bool c) { return Left{u64{x} * y >> 32, c}; });
  two<u32, i32, i32>(b, "s_mul_hi_i32", [](i32 x, i32 y, bool c) {
    return Left{static_cast<u64>(i64{x} * y >> 32), c};
  });
  two<u32, i32, i32>(b, "s_min_i32", [](i32 x, i32 y, bool) {
    return Left{static_cast<u32>(std::min(x, y)), x < y};
  });
  two<u32, u32, u32>(b, "s_max_u32",
                     [](u32 x, u32 y, bool) { return Left{std::max(x, y), x > y}; });
  two<u32, u32, u32>(b, "s_lshl2_add_u32", [](u32 x, u32 y, bool) {
    return Left{u64{x} * 4 + y, u64{x} * 4 + y > 0xffffffffu};
  });
  two<u32, i32, i32>(b, "s_absdiff_i32", [](i32 x, i32 y, bool) {
    return told(static_cast<u32>(std::llabs(static_cast<i32>(static_cast<u32>(x) - u32(y)))));
  });
}

void bits(Bench& b) {
  two<u32, u32, u32>(b, "s_and_b32", [](u32 x, u32 y, bool) { return told(x & y); });
  two<u64, u64, u64>(b, "s_or_b64", [](u64 x, u64 y, bool) { return told(~(~x & ~y)); });
  two<u64, u64, u64>(b, "s_xor_b64", [](u64 x, u64 y, bool) { return told((x | y) - (x & y)); });
  two<u64, u64, u64>(b, "s_andn2_b64", [](u64 x, u64 y, bool) { return told(x - (x & y)); });
  two<u64, u64, u64>(b, "s_orn2_b64", [](u64 x, u64 y, bool) { return told(~(~x & y)); });
  two<u64, u64, u64>(b, "s_nand_b64", [](u64 x, u64 y, bool) { return told(~x | ~y); });
  two<u64, u64, u64>(b, "s_nor_b64", [](u64 x, u64 y, bool) { return told(~x & ~y); });
  two<u64, u64, u64>(b, "s_xnor_b64", [](u64 x, u64 y, bool) { return told(~(x ^ y)); });
  two<u64, u64, u32>(b, "s_lshl_b64",
                     [](u64 x, u32 y, bool) { return told(static_cast<u64>(u128{x} << y % 64)); });
  two<u64, u64, u32>(b, "s_ashr_i64", [](u64 x, u32 y, bool) {
    const auto wide = static_cast<__int128>(static_cast<i64>(x));
    return told(static_cast<u64>(wide >> y % 64));
  });
  two<u32, u32, u32>(b, "s_lshr_b32",
                     [](u32 x, u32 y, bool) { return told(x / (u64{1} << y % 32)); });
  two<u32, u32, u32>(b, "s_bfe_u32", [](u32 x, u32 y, bool) {
    u32 result = 0;
    for (unsigned i = 0; i < (y >> 16 & 127) && y % 32 + i < 32; ++i)
      result |= (x >> (y % 32 + i) & 1) << i;
    return told(result);
  });
  two<u64, u64, u32>(b, "s_bfe_i64", [](u64 x, u32 y, bool) {
    const unsigned from = y % 64, width = std::min(y >> 16 & 127, 64 - from);
    u64 result = 0;
    for (unsigned i = 0; width && i < 64; ++i)
      result |= (x >> (from + std::min(i, width - 1)) & 1) << i;
    return told(result);
  });
  two<u32, u32, u32>(b, "s_cselect_b32", [](u32 x, u32 y, bool c) { return Left{c ? x : y, c}; });
  two<u32, u32, u32>(b, "s_pack_lh_b32_b16", [](u32 x, u32 y, bool c) {
    return Left{x % 65536 + y / 65536 * 65536ull, c};
  });
  one<u64, u64>(b, "s_not_b64", [](u64 x, bool) { return told(0 - x - 1); });
  one<u64, u64>(b, "s_mov_b64", [](u64 x, bool c) { return Left{x, c}; });
  one<u32, u64>(b, "s_bcnt1_i32_b64", [](u64 x, bool) {
    unsigned count = 0;
    for (; x; x &= x - 1) ++count;
    return told(count);
  });
  one<u32, u64>(b, "s_ff1_i32_b64", [](u64 x, bool c) {
    for (u32 i = 0; i < 64; ++i)
      if (x >> i & 1) return Left{i, c};
    return Left{~u64{0}, c};
  });
  one<u32, u32>(b, "s_flbit_i32_b32", [](u32 x, bool c) {
    for (u32 i = 0; i < 32; ++i)
      if (x >> (31 - i) & 1) return Left{i, c};
    return Left{~u64{0}, c};
  });
  one<u32, u32>(b, "s_flbit_i32", [](u32 x, bool c) {
    for (u32 i = 1; i < 32; ++i)
      if ((x >> (31 - i) & 1) != x >> 31) return Left{i, c};
    return Left{~u64{0}, c};
  });
  one<u32, u32>(b, "s_sext_i32_i8", [](u32 x, bool c) {
    const u32 low = x % 256;
    return Left{low >= 128 ? u64{low} - 256 : low, c};
  });
  one<u32, i32>(b, "s_abs_i32", [](i32 x, bool) { return told(static_cast<u32>(std::llabs(x))); });
  one<u64, u64>(b, "s_brev_b64", [](u64 x, bool c) {
    u64 result = 0;
    for (unsigned i = 0; i < 64; ++i) result = result << 1 | (x >> i & 1);
    return Left{result, c};
  });
}

void exec_masks(Bench& b) {
  struct Form {
    const char* name;
    u64 (*next)(u64, u64);
  };
  constexpr Form forms[] = {
      {"s_and_saveexec_b64", [](u64 a, u64 e) { return a & e; }},
      {"s_or_saveexec_b64", [](u64 a, u64 e) { return a | e; }},
      {"s_xor_saveexec_b64", [](u64 a, u64 e) { return a ^ e; }},
      {"s_andn2_saveexec_b64", [](u64 a, u64 e) { return a & ~e; }},
      {"s_orn2_saveexec_b64", [](u64 a, u64 e) { return a | ~e; }},
      {"s_andn1_saveexec_b64", [](u64 a, u64 e) { return ~a & e; }},
  };
  Values values(5);
  for (const Form& form : forms)
    for (unsigned round = 0; round < 20; ++round) {
      const u64 a = round ? values.bits() : 0, exec = values.bits();
      b.wave().set_pair(0, a);
      b.wave().set_pair(amd::scalar::exec, exec);
      b.execute(0b101111101u << 23 | 4u << 16 | *b.opcode(Family::sop1, form.name) << 8, 0);
      check(b.wave().pair(4) == exec && b.wave().exec() == form.next(a, exec) &&
                b.wave().scc == (form.next(a, exec) != 0),
            form.name);
    }
  b.wave().set_pair(amd::scalar::exec, ~u64{0});
}

/// v_mov_b32 v8, v0 with its source, then its result moved by M0.
void indexes(Bench& b) {
  for (unsigned reg = 0; reg < 16; ++reg)
    for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(reg, lane, 100 * reg + lane, 4);
  b.wave().set(6, 3);
  const u32 on = 0b101111110u << 23 | 17u << 16 | 6;
  b.execute(on | 1u << 8, 0);
  check(b.wave().indexes && (b.wave().s[amd::scalar::m0] & 0xf0ff) == 0x1003, "an index is set");
  amd::Decoded move = amd::decode(amd::Architecture::gfx90a, 0x7e000300u | 8u << 17, 0);
  check(b.wave().indexed(move).s[0] == amd::first_vector + 3, "the source is moved");
  b.execute(on | 8u << 8, 0);
  check(b.wave().indexed(move).d == 11 && b.wave().indexed(move).s[0] == amd::first_vector,
        "the result is moved");
  b.execute(0b101111111u << 23 | 28u << 16, 0);
  check(!b.wave().indexes, "an index is off");
}

/// Two offsets that count elements, narrow loads with a sign, and lanes that ask others.
void shared(Bench& b) {
  for (unsigned i = 0; i < 1024; ++i) b.group.shared[i] = static_cast<std::uint8_t>(i * 37 + 5);
  const auto ds = [&](const char* name, u32 offsets, u32 registers) {
    b.execute(0b110110u << 26 | *b.opcode(Family::ds, name) << 17 | offsets, registers);
  };
  const auto word = [&](unsigned at) {
    u32 value = 0;
    std::memcpy(&value, b.group.shared.data() + at, sizeof value);
    return value;
  };
  for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(0, lane, 4 * lane, 4);
  ds("ds_read2_b32", 3 | 9 << 8, 8u << 24);
  check(b.get(8, 7, 4) == word(28 + 12) && b.get(9, 7, 4) == word(28 + 36), "ds_read2_b32");
  ds("ds_read2st64_b32", 0 | 2 << 8, 8u << 24);
  check(b.get(9, 7, 4) == word(28 + 512), "ds_read2st64_b32");
  ds("ds_read_i8", 1, 8u << 24);
  const auto byte = static_cast<std::int8_t>(b.group.shared[29]);
  check(static_cast<i32>(b.get(8, 7, 4)) == byte, "ds_read_i8");
  for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(2, lane, 1000 + lane, 4);
  ds("ds_write_b32", 0, 2u << 8);
  check(word(28) == 1007, "ds_write_b32");
  ds("ds_add_rtn_u32", 0, 2u << 8 | 8u << 24);
  check(word(28) == 2014 && b.get(8, 7, 4) == 1007, "ds_add_rtn_u32");
  // The expected value is the first one, the new one the second.
  for (unsigned lane = 0; lane < amd::lanes; ++lane)
    b.put(4, lane, lane % 2 ? 2000 + 2 * lane : 1, 4), b.put(6, lane, 5, 4);
  ds("ds_cmpst_rtn_b32", 0, 4u << 8 | 6u << 16 | 8u << 24);
  check(word(28) == 5 && word(32) == 2016 && b.get(8, 8, 4) == 2016, "ds_cmpst_rtn_b32");
  b.wave().set_pair(amd::scalar::exec, ~u64{1});
  for (unsigned lane = 0; lane < amd::lanes; ++lane) b.put(0, lane, 4 * (63 - lane), 4);
  ds("ds_bpermute_b32", 0, 2u << 8 | 8u << 24);
  check(b.get(8, 10, 4) == 1053 && b.get(8, 63, 4) == 0, "ds_bpermute_b32");
  ds("ds_permute_b32", 0, 2u << 8 | 8u << 24);
  check(b.get(8, 10, 4) == 1053 && b.get(8, 63, 4) == 0, "ds_permute_b32");
  // v_mov_b32 v8, v2 row_shr:1 bound_ctrl:0
  b.execute(0b0111111u << 25 | 8u << 17 | 1u << 9 | 0xfa,
            2u | 0x111u << 8 | 1u << 19 | 0xffu << 24);
  check(b.get(8, 2, 4) == 1001 && b.get(8, 1, 4) == 0, "a row moves on");
  b.wave().set_pair(amd::scalar::exec, ~u64{0});
}

/// An undefined high word reaches no low one: compilers leave words so that they do not use.
void undefined_words(Bench& b) {
  const auto shown = [&](unsigned reg) { return b.wave().v_undefined[reg]; };
  b.wave().v_undefined[5] = 0xf0;
  check(b.execute_vop3("v_mad_u64_u32", 20 << 8), "v_mad_u64_u32");
  check(shown(8) == 0 && shown(9) == 0xf0, "undefined words of v_mad_u64_u32");
  b.wave().v_undefined[3] = 0x0f;
  check(b.execute_vop3("v_lshlrev_b64"), "v_lshlrev_b64");
  check(shown(8) == 0 && shown(9) == 0x0f, "undefined words of v_lshlrev_b64");
  check(b.execute_vop3("v_add_f64"), "v_add_f64");
  check(shown(8) == 0x0f && shown(9) == 0x0f, "undefined words of v_add_f64");
  if (const auto opcode = b.opcode(Family::vop3p, "v_pk_add_f32")) {
    // v_pk_add_f32 v[8:9], v[0:1], v[2:3]
    b.execute(0b110100111u << 23 | *opcode << 16 | 8u, 256u | 258u << 9 | 3u << 27);
    check(shown(8) == 0 && shown(9) == 0x0f, "undefined words of v_pk_add_f32");
  }
  b.wave().v_undefined.assign(amd::vector_registers, 0);
}

/// Pieces of 2 / pi, put together, make it.
void pieces(Bench& b) {
  for (unsigned lane = 0; lane < amd::lanes; ++lane) {
    const double x = 1.0;
    u64 bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    b.put(0, lane, bits, 8);
    b.put(2, lane, lane % 3, 4);
  }
  check(b.execute_vop3("v_trig_preop_f64"), "v_trig_preop_f64");
  double sum = 0, piece = 0;
  for (unsigned lane = 3; lane > 0; --lane) {
    const u64 bits = b.get(8, lane - 1, 8);
    std::memcpy(&piece, &bits, sizeof piece);
    sum += piece;
  }
  check(sum == 0.63661977236758134308, "2 / pi out of pieces");
}

/// Scratch memory is interleaved by words: one that begins within a word lies in two pieces.
void scratch(Bench& b) {
  const u64 buffer = b.device.buffer(std::vector<u32>(256, 0x55555555), "scratch");
  b.execution->piece = 1024;
  b.wave().scratch = buffer;
  b.wave().set_pair(amd::scalar::flat_scratch, buffer);
  const auto on_lane_9 = [&](const char* name) {  // by v0, at offset 1
    b.execute(0b110111u << 26 | *b.opcode(Family::scratch, name) << 18 | 1u << 14 | 1u,
              2u << 8 | 0x7fu << 16 | 8u << 24);
  };
  b.wave().set_pair(amd::scalar::exec, u64{1} << 9);
  b.put(0, 9, 4, 4);
  b.put(2, 9, 0x44332211, 4);
  b.put(9, 9, 77, 4);
  on_lane_9("scratch_store_dword");
  const auto word = [&](unsigned number, unsigned lane) {
    return b.device.word(buffer + 256 * number + 4 * lane);
  };
  check(word(1, 9) == 0x33221155 && word(2, 9) == 0x55555544, "a word in two pieces");
  check(word(1, 10) == 0x55555555 && word(2, 10) == 0x55555555, "what is beside it");
  on_lane_9("scratch_load_dword");
  check(b.get(8, 9, 4) == 0x44332211 && b.get(9, 9, 4) == 77, "it is loaded again");
  b.wave().set_pair(amd::scalar::exec, ~u64{0});
}

/// Six bits of s_waitcnt count vector memory, four all else.
void waits(Bench& b) {
  amd::Wave& wave = b.wave();
  wave.vector_operations = wave.rest_operations = {40, 0, 0};
  const auto wait = [&](u32 vector, u32 rest) {
    b.execute(
        0b101111111u << 23 | 12u << 16 | (vector & 15) | (vector >> 4) << 14 | rest << 8 | 7u << 4,
        0);
    return std::pair{wave.vector_operations.done, wave.rest_operations.done};
  };
  check(wait(63, 15) == std::pair{0u, 25u}, "no wait for vector memory");
  check(wait(33, 15) == std::pair{7u, 25u}, "a wait for all but 33");
  check(wait(63, 2) == std::pair{7u, 38u}, "a wait for all of LDS but two");
  wave.rest_operations.issue(false);
  check(wait(63, 1) == std::pair{7u, 38u}, "who ends first of scalar loads is not known");
  check(wait(0, 0) == std::pair{40u, 41u}, "a wait for all");
  wave.vector_operations = wave.rest_operations = {};
  // Who counts where: LDS, a scalar load, device memory, a flat address.
  for (const u32 family : {0b110110u << 26 | 54u << 17, 0b110000u << 26,
                           0b110111u << 26 | 20u << 18 | 2u << 14, 0b110111u << 26 | 20u << 18}) {
    amd::Decoded inst = amd::decode(b.device.code->architecture(), family, 0);
    inst.counts = amd::counters_of(inst.family);
    wave.issue(inst);
  }
  check(wave.vector_operations.issued == 2 && wave.rest_operations.issued == 3, "who counts where");
  check(wave.vector_operations.unordered == 2 && wave.rest_operations.unordered == 3,
        "who is in order");
  wave.vector_operations = wave.rest_operations = {};
}

/// Loads write the lower lanes of v8 and others, then an instruction uses it.  Returns findings.
std::uint64_t used_early(amd::Architecture architecture, amd::LaneMask second, amd::LaneMask exec,
                         u32 user) {
  constexpr amd::LaneMask lower = 0xffffffff;
  Bench b(architecture);
  b.machine.options.waits = true;
  amd::Wave& wave = b.wave();
  amd::Decoded load = amd::decode(architecture, 0b110111u << 26 | 20u << 18 | 2u << 14, 0);
  load.counts = amd::counters_of(load.family);
  for (const amd::LaneMask lanes : {lower, second}) {
    wave.issue(load);
    wave.will_write(load, 8, lanes);
  }
  std::memcpy(b.device.memory.data(wave.pc), &user, sizeof user);
  wave.set_pair(amd::scalar::exec, exec);
  wave.lanes_of(8);
  return b.device.findings.count();
}

/// Lanes that a load does not write may be used, but for those that are read without EXEC.
void early(amd::Architecture architecture) {
  constexpr amd::LaneMask lower = 0xffffffff;
  constexpr u32 v_mov = 0b0111111u << 25 | 1u << 9 | 264u, v_readlane = 0b1101001010001001u << 16;
  check(used_early(architecture, ~lower, lower, v_mov) == 1, "a load that began earlier");
  check(used_early(architecture, lower, ~lower, v_mov) == 0, "lanes that nobody writes");
  check(used_early(architecture, lower, ~lower, v_readlane) == 1, "a lane that does not execute");
}

}  // namespace

int main() {
  for (const auto architecture : {amd::Architecture::gfx906, amd::Architecture::gfx90a}) {
    early(architecture);
    Bench bench(architecture);
    try {
      sums(bench);
      bits(bench);
      exec_masks(bench);
      indexes(bench);
      shared(bench);
      undefined_words(bench);
      pieces(bench);
      scratch(bench);
      waits(bench);
    } catch (const Unsupported& reason) {
      check(false, reason.what());
    }
    check(bench.device.findings.count() == 0, "findings");
  }
  std::printf("%u instructions tried\n", tried);
  return emu::test::result();
}
