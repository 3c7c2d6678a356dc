#include "exec/definedness.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "exec/launch.hpp"
#include "exec/place.hpp"
#include "exec/vector.hpp"

namespace emu {
namespace {

constexpr std::size_t alignment = 64;  // of registers
constexpr std::size_t most_origins = 256;

Definedness& of(const Warp& warp) { return *warp.frame->undefined; }

template <typename T>
T* shadow(const Warp& warp, std::uint32_t at) {
  return reinterpret_cast<T*>(of(warp).registers + at);
}

std::uint64_t bits_of(const std::uint8_t* lanes, unsigned lane, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, lanes + lane * bytes, bytes);
  return bits;
}

void set_bits(std::uint8_t* lanes, unsigned lane, unsigned bytes, std::uint64_t bits) {
  std::memcpy(lanes + lane * bytes, &bits, bytes);
}

std::uint64_t all_bits(unsigned bytes) {
  return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
}

/// A source: its offset and bytes of a lane, or that it is a predicate.
struct Source {
  std::uint32_t at = nowhere;
  unsigned bytes = 0;

  bool is_predicate() const { return bytes == predicate_bytes; }
  std::uint64_t value(Warp& warp, unsigned lane) const {
    return bits_of(warp.registers + at, lane, bytes);
  }
  std::uint64_t undefined(const Warp& warp, unsigned lane) const {
    if (at == nowhere || bytes == 0) return 0;
    if (is_predicate()) return *shadow<Mask>(warp, at) >> lane & 1;
    return bits_of(of(warp).registers + at, lane, bytes);
  }
};

struct Sources {
  Source a, b, c;

  Sources(const Source& one, const Source& other) : a(one), b(other) {}
  explicit Sources(const Inst& inst)
      : a{inst.a, inst.a_bytes}, b{inst.b, inst.b_bytes}, c{inst.c, inst.c_bytes} {}

  Mask undefined_lanes(const Warp& warp, Mask mask) const {
    Mask lanes = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (in(mask, lane) &&
          (a.undefined(warp, lane) | b.undefined(warp, lane) | c.undefined(warp, lane)))
        lanes |= Mask{1} << lane;
    return lanes;
  }
};

/// The register that an undefined value came from goes with it.
void pass_on(Warp& warp, std::uint32_t to, const Sources& from, Mask undefined, Mask mask,
             bool computes) {
  Definedness& known = of(warp);
  Mask computed = computes ? undefined : 0;
  std::uint32_t origin = 0;
  for (const Source* source : {&from.a, &from.b, &from.c}) {
    if (source->at == nowhere || source->bytes == 0) continue;
    computed |= known.computed[known.of(source->at)];
    if (origin == 0) origin = known.origin[known.of(source->at)];
  }
  Mask& of_target = known.computed[known.of(to)];
  of_target = (of_target & ~mask) | (computed & undefined & mask);
  if (undefined & mask) known.origin[known.of(to)] = origin;
}

std::uint64_t smeared(std::uint64_t undefined) {
  return undefined ? ~(undefined - 1) | undefined : 0;
}

std::uint64_t of_table(unsigned table, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t result = 0;
  for (unsigned entry = 0; entry < 8; ++entry)
    if (table >> entry & 1)
      result |= (entry & 4 ? a : ~a) & (entry & 2 ? b : ~b) & (entry & 1 ? c : ~c);
  return result;
}

/// Bits that the result of a table has or has not, as the undefined bits may be.
std::uint64_t table_undefined(unsigned table, const std::uint64_t* value,
                              const std::uint64_t* undefined) {
  std::uint64_t either = 0, both = ~std::uint64_t{0};
  for (unsigned choice = 0; choice < 8; ++choice) {
    std::uint64_t x[3];
    for (unsigned i = 0; i < 3; ++i)
      x[i] = choice >> i & 1 ? value[i] | undefined[i] : value[i] & ~undefined[i];
    const std::uint64_t result = of_table(table, x[0], x[1], x[2]);
    either |= result;
    both &= result;
  }
  return either & ~both;
}

/// What is undefined in a lane of the result.
std::uint64_t result_undefined(Warp& warp, const Inst& inst, const Sources& from, unsigned lane) {
  const std::uint64_t ua = from.a.undefined(warp, lane);
  const std::uint64_t ub = from.b.undefined(warp, lane);
  const std::uint64_t uc = from.c.undefined(warp, lane);
  if (!(ua | ub | uc)) return 0;
  const std::uint64_t whole = all_bits(inst.d_bytes);
  switch (inst.spread) {
    case Spread::and_: {
      const std::uint64_t a = from.a.value(warp, lane), b = from.b.value(warp, lane);
      return (ua | ub) & (a | ua) & (b | ub);
    }
    case Spread::or_: {
      const std::uint64_t a = from.a.value(warp, lane), b = from.b.value(warp, lane);
      return (ua | ub) & (~a | ua) & (~b | ub) & whole;
    }
    case Spread::bits:
      return (ua | ub | uc) & whole;
    case Spread::upwards:
      return smeared(ua | ub | uc) & whole;
    case Spread::table: {
      const std::uint64_t value[] = {from.a.value(warp, lane), from.b.value(warp, lane),
                                     from.c.value(warp, lane)};
      const std::uint64_t undefined[] = {ua, ub, uc};
      const auto table = warp.lanes<std::uint32_t>(inst.e)[lane] & 0xff;
      return table_undefined(table, value, undefined) & whole;
    }
    default:
      return whole;
  }
}

void set_predicate(Warp& warp, std::uint32_t at, Mask mask, Mask undefined) {
  if (at == nowhere) return;
  Mask& known = *shadow<Mask>(warp, at);
  known = (known & ~mask) | (undefined & mask);
}

/// Moves bits: the instruction itself does to what is undefined what it does to values.
void move_along(Warp& warp, const Inst& inst, Mask mask) {
  const auto beyond = static_cast<std::uint32_t>(of(warp).registers - warp.registers);
  Inst on_shadow = inst;
  on_shadow.d += beyond;
  on_shadow.a += beyond;
  if (inst.spread == Spread::moves_two) on_shadow.b += beyond;
  if (inst.flow == Flow::meet) on_shadow.e = nowhere;  // which lanes it reads is defined
  inst.run(warp, on_shadow, mask);
}

/// How a value is moved may itself be undefined; then all of the result is.
Mask undefined_choice(const Warp& warp, const Inst& inst, const Sources& from, Mask mask) {
  Mask lanes = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane) && (from.c.undefined(warp, lane) ||
                           (inst.spread == Spread::moves && from.b.undefined(warp, lane))))
      lanes |= Mask{1} << lane;
  return lanes;
}

/// Lanes of a register with an undefined bit.
Mask lanes_of(const Warp& warp, std::uint32_t at, unsigned bytes, Mask mask) {
  Mask lanes = 0;
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(mask, lane) && bits_of(of(warp).registers + at, lane, bytes)) lanes |= Mask{1} << lane;
  return lanes;
}

void fill_lanes(const Warp& warp, std::uint32_t at, unsigned bytes, Mask lanes) {
  for (unsigned lane = 0; lane < warp_lanes; ++lane)
    if (in(lanes, lane)) set_bits(of(warp).registers + at, lane, bytes, all_bits(bytes));
}

/// Between a register and a vector of registers that hold its parts.
void spread_parts(Warp& warp, const Inst& inst, Mask mask, bool packs) {
  const auto& parts = warp.frame->function->lists[inst.extra];
  std::uint8_t* const registers = of(warp).registers;
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if (!in(mask, lane)) continue;
    std::uint64_t whole = packs ? 0 : bits_of(registers + inst.a, lane, inst.width);
    for (unsigned v = 0; v < inst.count; ++v) {
      if (parts[v] == nowhere) continue;
      if (packs)
        whole |= bits_of(registers + parts[v], lane, inst.bytes) << 8 * inst.bytes * v;
      else
        set_bits(registers + parts[v], lane, inst.bytes, whole >> 8 * inst.bytes * v);
    }
    if (packs) set_bits(registers + inst.d, lane, inst.width, whole);
  }
  Definedness& known = of(warp);
  for (unsigned v = 0; v < inst.count; ++v) {
    if (parts[v] == nowhere) continue;
    const std::uint32_t to = packs ? inst.d : parts[v], from = packs ? parts[v] : inst.a;
    Mask& computed = known.computed[known.of(to)];
    computed = packs && v > 0 ? computed | known.computed[known.of(from)]
                              : (computed & ~mask) | (known.computed[known.of(from)] & mask);
    if (known.origin[known.of(from)]) known.origin[known.of(to)] = known.origin[known.of(from)];
  }
}

/// Lanes whose undefined predicate one that is defined does not decide.
Mask undecided(Warp& warp, const Inst& inst, const Sources& from, Mask mask) {
  const auto value = [&](const Source& of) { return *warp.lanes<Mask>(of.at); };
  const auto undefined = [&](const Source& of) { return *shadow<Mask>(warp, of.at); };
  if (inst.spread == Spread::and_ || inst.spread == Spread::or_) {
    const Mask decides = inst.spread == Spread::or_ ? all_lanes : 0;
    const Mask a = undefined(from.a), b = undefined(from.b);
    return (a | b) & ((value(from.a) ^ decides) | a) & ((value(from.b) ^ decides) | b);
  }
  if (inst.join == Join::and_ || inst.join == Join::or_) {  // with what is compared
    const bool flip = inst.c_negated != (inst.join == Join::or_);
    const Mask with = undefined(from.c);
    return with | (Sources(from.a, from.b).undefined_lanes(warp, mask) &
                   (value(from.c) ^ (flip ? all_lanes : 0)));
  }
  return from.undefined_lanes(warp, mask);
}

void spread_predicate(Warp& warp, const Inst& inst, const Sources& from, Mask mask) {
  const Mask undefined = undecided(warp, inst, from, mask);
  for (const std::uint32_t at : {inst.d, inst.e}) {
    if (at == nowhere) continue;
    set_predicate(warp, at, mask, undefined);
    pass_on(warp, at, from, undefined, mask, true);
  }
}

/// What lanes vote about, one undefined vote makes undefined for all.
void spread_among_lanes(Warp& warp, const Inst& inst, const Sources& from, Mask mask) {
  const Mask undefined = from.undefined_lanes(warp, mask) ? mask : 0;
  if (inst.d != nowhere) {
    if (inst.d_bytes == predicate_bytes)
      set_predicate(warp, inst.d, mask, undefined);
    else
      for (unsigned lane = 0; lane < warp_lanes; ++lane)
        if (in(mask, lane))
          set_bits(of(warp).registers + inst.d, lane, inst.d_bytes,
                   undefined ? all_bits(inst.d_bytes) : 0);
    pass_on(warp, inst.d, from, undefined, mask, true);
  }
  set_predicate(warp, inst.e, mask, undefined);
}

void spread_result(Warp& warp, const Inst& inst, Mask mask) {
  const Sources from(inst);
  if (inst.spread == Spread::lanes) return spread_among_lanes(warp, inst, from, mask);
  if (inst.d_bytes == predicate_bytes) return spread_predicate(warp, inst, from, mask);
  if (inst.d == nowhere) return;
  const bool moves = inst.spread == Spread::moves || inst.spread == Spread::moves_two;
  if (moves) {
    const Mask wild = undefined_choice(warp, inst, from, mask);
    move_along(warp, inst, mask);
    fill_lanes(warp, inst.d, inst.d_bytes, wild);
  } else {
    std::uint64_t undefined[warp_lanes];
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (in(mask, lane)) undefined[lane] = result_undefined(warp, inst, from, lane);
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      if (in(mask, lane))
        set_bits(of(warp).registers + inst.d, lane, inst.d_bytes, undefined[lane]);
  }
  const Mask lanes = lanes_of(warp, inst.d, inst.d_bytes, mask);
  const bool whole_bits = moves || inst.spread == Spread::and_ || inst.spread == Spread::or_ ||
                          inst.spread == Spread::table || inst.spread == Spread::bits;
  pass_on(warp, inst.d, from, lanes, mask, !whole_bits);
}

// What is undefined in one lane is in the products of others.
void spread_matrices(Warp& warp, const Inst& inst) {
  const Matrices& matrices = warp.frame->function->matrices[inst.e];
  std::uint32_t origin = nowhere;
  for (const Fragment* from : {&matrices.a, &matrices.b, &matrices.c})
    for (const std::uint32_t at : from->registers)
      if (lanes_of(warp, at, from->width, all_lanes)) origin = at;
  Definedness& known = of(warp);
  for (const std::uint32_t to : matrices.d.registers) {
    std::memset(known.registers + to, origin == nowhere ? 0 : 0xff,
                std::size_t{matrices.d.width} * warp_lanes);
    if (origin == nowhere) continue;
    known.computed[known.of(to)] = all_lanes;
    known.origin[known.of(to)] = known.origin[known.of(origin)];
  }
}

std::string came_from(const Warp& warp, const Origin& origin) {
  return "load of " + text_of(origin, warp, unsigned{origin.inst->bytes} * origin.inst->count) +
         ", at " + warp.frame->function->program->line_of(*origin.inst);
}

void check_predicate(Warp& warp, const Inst& inst, std::uint32_t at, Mask mask, const char* use) {
  Mask& undefined = *shadow<Mask>(warp, at);
  if (const Mask lanes = undefined & mask)
    report_use(warp, inst, static_cast<unsigned>(__builtin_ctz(lanes)), at, predicate_bytes, use);
}

}  // namespace

std::string text_of(const Origin& origin, const Warp& warp, unsigned bytes) {
  char place[32];
  std::snprintf(place, sizeof place, " bytes at 0x%llx",
                static_cast<unsigned long long>(origin.address));
  const std::string text = std::to_string(bytes) + place;
  if (origin.space == Space::local) return text + " in local memory, never written";
  if (origin.space == Space::shared)
    return text + " in shared memory" + shared_name(*warp.launch->kernel, origin.address) +
           ", never written in this block";
  return text + ", " + warp.launch->memory->describe(origin.address) + ", never written";
}

Definedness& track(Frame& frame) {
  if (frame.undefined) return *frame.undefined;
  frame.undefined = std::make_unique<Definedness>();
  Definedness& known = *frame.undefined;
  const std::uint32_t bytes = frame.function->register_bytes;
  known.registers = frame.registers + bytes;
  std::memset(known.registers, 0, bytes);
  known.parameters.assign(frame.parameters.size(), 0);
  known.computed.assign(bytes / alignment + 1, 0);
  known.origin.assign(bytes / alignment + 1, 0);
  return known;
}

void forget_if_defined(Frame& frame) {
  const Definedness& known = *frame.undefined;
  const auto zero = [](std::uint8_t byte) { return byte == 0; };
  if (std::all_of(known.registers, known.registers + frame.function->register_bytes, zero) &&
      std::all_of(known.parameters.begin(), known.parameters.end(), zero))
    frame.undefined.reset();
}

void check_register(Warp& warp, const Inst& inst, std::uint32_t at, unsigned bytes, Mask mask,
                    const char* use) {
  if (at == nowhere) return;
  if (const Mask lanes = lanes_of(warp, at, bytes, mask))
    report_use(warp, inst, static_cast<unsigned>(__builtin_ctz(lanes)), at, bytes, use);
}

void check_uses(Warp& warp, const Inst& inst, Mask mask) {
  if (inst.guard != nowhere)
    check_predicate(warp, inst, inst.guard, warp.group_mask, "decides what is executed");
  if (mask == 0) return;
  if (inst.flow == Flow::indexed)
    check_register(warp, inst, inst.a, 4, mask, "decides what is executed");
  if (inst.flow == Flow::barrier && inst.c != nowhere)
    check_predicate(warp, inst, inst.c, mask, "is a vote at a barrier");
  if (inst.flow == Flow::barrier && inst.d != nowhere)
    std::memset(of(warp).registers + inst.d, 0, alignment);
}

void spread(Warp& warp, const Inst& inst, Mask mask) {
  switch (inst.spread) {
    case Spread::none:  // memory and control see to it themselves
      return;
    case Spread::packs:
    case Spread::unpacks:
      return spread_parts(warp, inst, mask, inst.spread == Spread::packs);
    case Spread::matrices:
      return spread_matrices(warp, inst);
    default:
      return spread_result(warp, inst, mask);
  }
}

void pass_undefined(Frame& from, const std::vector<Parameter>& sources, Frame& to,
                    const std::vector<Parameter>& targets, Mask mask) {
  const std::vector<std::uint8_t>& known = from.undefined->parameters;
  const std::size_t from_size = from.function->frame_parameter_bytes;
  const std::size_t to_size = to.function->frame_parameter_bytes;
  for (std::size_t i = 0; i < sources.size() && i < targets.size(); ++i)
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if (!in(mask, lane)) continue;
      const std::uint8_t* const bits = known.data() + lane * from_size + sources[i].offset;
      const std::size_t bytes = std::min(sources[i].bytes, targets[i].bytes);
      const bool defined = std::all_of(bits, bits + bytes, [](std::uint8_t b) { return b == 0; });
      if (defined && !to.undefined) continue;
      std::memcpy(track(to).parameters.data() + lane * to_size + targets[i].offset, bits, bytes);
    }
}

void loaded(Warp& warp, const Inst& inst, std::uint32_t to, unsigned lane, std::uint64_t undefined,
            bool computed, const Origin& origin) {
  if (!undefined && !warp.frame->undefined) return;
  if (!warp.frame->undefined) warp.yield();  // from here on in the way of tracked frames
  Definedness& known = track(*warp.frame);
  std::uint64_t bits = 0;
  for (unsigned byte = 0; byte < inst.bytes; ++byte)
    if (undefined >> byte & 1) bits |= std::uint64_t{0xff} << 8 * byte;
  if (inst.sign_extend && inst.bytes < 8 && undefined >> (inst.bytes - 1) & 1)
    bits |= ~std::uint64_t{0} << 8 * inst.bytes;
  set_bits(known.registers + to, lane, inst.width, bits);
  const std::size_t at = known.of(to);
  const Mask bit = Mask{1} << lane;
  known.computed[at] = (known.computed[at] & ~bit) | (undefined && computed ? bit : 0);
  if (!undefined || !origin.inst) return;
  auto& origins = warp.origins;
  if (origins.empty()) origins.emplace_back();  // number 0 is none
  if (origins.size() < most_origins && origins.back().inst != origin.inst)
    origins.push_back(origin);
  known.origin[at] = static_cast<std::uint32_t>(origins.size() - 1);
}

Stored stored(const Warp& warp, const Inst& inst, std::uint32_t from, unsigned lane) {
  const Definedness& known = of(warp);
  const std::uint64_t bits = bits_of(known.registers + from, lane, inst.width);
  Stored result;
  for (unsigned byte = 0; byte < inst.bytes; ++byte)
    if (bits >> 8 * byte & 0xff) result.undefined |= std::uint64_t{1} << byte;
  result.computed = result.undefined && known.computed[known.of(from)] >> lane & 1;
  return result;
}

void report_use(Warp& warp, const Inst& inst, unsigned lane, std::uint32_t at, unsigned bytes,
                const char* use) {
  Definedness& known = of(warp);
  const std::uint32_t origin = known.origin[known.of(at)];
  add_finding(Fault::uninitialised, warp, inst, lane,
              std::string("a value from memory that was never written ") + use +
                  (origin ? ": " + came_from(warp, warp.origins[origin]) : ""));
  if (bytes == predicate_bytes)
    *shadow<Mask>(warp, at) = 0;
  else
    std::memset(known.registers + at, 0, std::size_t{bytes} * warp_lanes);
}

void take_for_defined(Warp& warp, std::uint32_t at, unsigned bytes, unsigned lane) {
  const bool all = warp.frame->function->program->uniform;
  std::memset(of(warp).registers + at + (all ? 0 : bytes * lane), 0,
              all ? std::size_t{bytes} * warp_lanes : bytes);
}

bool undefined_register(const Warp& warp, std::uint32_t at, unsigned bytes, unsigned lane) {
  return warp.frame->undefined && at != nowhere &&
         bits_of(of(warp).registers + at, lane, bytes) != 0;
}

}  // namespace emu
