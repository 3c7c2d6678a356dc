// Instructions on memory and addresses.
#pragma once

#include "exec/memory_ops.hpp"
#include "ptx/code/form.hpp"
#include "ptx/code/halves.hpp"
#include "ptx/code/mbarriers.hpp"
#include "ptx/code/operands.hpp"
#include "ptx/code/textures.hpp"

namespace emu {

class MemoryDecoder : public OperandDecoder {
 public:
  using OperandDecoder::OperandDecoder;

 protected:
  [[noreturn]] static void unknown(const ptx::Instruction& instruction) {
    throw Unsupported("instruction '" + instruction.text() + "' is not supported");
  }

  static Space space_word(const ptx::Instruction& instruction) {
    for (const std::string& word : instruction.words) {
      const std::string first = word.substr(0, word.find(':'));
      if (first == "global") return Space::global;
      if (first == "shared") return Space::shared;
      if (first == "local") return Space::local;
      if (first == "const") return Space::constant;
      if (first == "param") return Space::param;
    }
    return Space::generic;
  }

  static Scope scope_word(const ptx::Instruction& instruction, Scope otherwise) {
    if (instruction.has("cta")) return Scope::block;
    if (instruction.has("cluster")) return Scope::cluster;
    if (instruction.has("gpu")) return Scope::gpu;
    if (instruction.has("sys")) return Scope::system;
    return otherwise;
  }

  /// The words of a memory operation that say how, not what; anything else is not known.
  static void demand_known(const ptx::Instruction& instruction,
                           std::initializer_list<const char*> more) {
    static const char* const words[] = {"global",
                                        "shared",
                                        "shared::cta",
                                        "shared::cluster",
                                        "local",
                                        "const",
                                        "param",
                                        "param::entry",
                                        "param::func",
                                        "weak",
                                        "relaxed",
                                        "acquire",
                                        "release",
                                        "acq_rel",
                                        "volatile",
                                        "cta",
                                        "cluster",
                                        "gpu",
                                        "sys",
                                        "ca",
                                        "cg",
                                        "cs",
                                        "cv",
                                        "wb",
                                        "wt",
                                        "lu",
                                        "nc",
                                        "v2",
                                        "v4",
                                        "v8",
                                        "L1::evict_normal",
                                        "L1::evict_first",
                                        "L1::evict_last",
                                        "L1::no_allocate",
                                        "L2::128B",
                                        "L2::256B",
                                        "L2::64B",
                                        "noftz"};
    for (std::size_t i = 1; i + 1 < instruction.words.size(); ++i) {
      const auto same = [&](const char* word) { return instruction.words[i] == word; };
      if (std::none_of(std::begin(words), std::end(words), same) &&
          std::none_of(more.begin(), more.end(), same))
        unknown(instruction);
    }
  }

  void order_words(const ptx::Instruction& instruction, Inst& inst) {
    const bool is_volatile = instruction.has("volatile");
    inst.acquire = instruction.has("acquire") || instruction.has("acq_rel");
    inst.release = instruction.has("release") || instruction.has("acq_rel");
    inst.is_volatile = is_volatile;
    inst.strong = is_volatile || inst.acquire || inst.release || instruction.has("relaxed");
    inst.scope = scope_word(instruction, Scope::system);
    inst.of_cluster = instruction.has("shared::cluster");
  }

  void address(const Operand& place, Inst& inst) {
    if (place.kind != Kind::address) throw Unsupported("an address in brackets is expected");
    inst.offset = place.value;
    if (place.name.empty()) return;
    if (const auto reg = registers_.find(place.name); reg != registers_.end()) {
      inst.a = reg->second.at;
      if (reg->second.type.bits == 32)
        inst.narrow_address = true;
      else if (reg->second.type.bits != 64)
        throw Unsupported("an address in '" + place.name + "'");
      return;
    }
    if (const auto found = local_.find(place.name); found != local_.end()) {
      if (inst.space == Space::generic) inst.space = Space::local;
      inst.a = local_address(found->second);
      return;
    }
    std::uint64_t at = 0;
    Space space;
    if (!symbol_address(place.name, at, space))
      throw Unsupported("'" + place.name + "' is not declared");
    if (inst.space == Space::generic) inst.space = space;
    inst.offset += static_cast<std::int64_t>(at);
  }

  static Class memory_class(Space space, bool stores) {
    switch (space) {
      case Space::shared:
        return stores ? Class::store_shared : Class::load_shared;
      case Space::local:
        return stores ? Class::store_local : Class::load_local;
      case Space::param:
        return Class::load_parameter;
      case Space::generic:
        return stores ? Class::store_generic : Class::load_generic;
      default:
        return stores ? Class::store_global : Class::load_global;
    }
  }

  void load_store(const ptx::Instruction& instruction, Inst& inst) {
    demand_known(instruction, {});
    const bool stores = instruction.words[0] == "st";
    const Type type = last_type(instruction);
    if (type.bits > 64) unknown(instruction);
    inst.space = space_word(instruction);
    inst.bytes = static_cast<std::uint8_t>(type.bytes());
    inst.sign_extend = type.kind == 's';
    order_words(instruction, inst);
    const Operand& place = operand(instruction, stores ? 0 : 1);
    const Operand& value = operand(instruction, stores ? 1 : 0);
    const Type of_register = register_type(value, type);
    inst.width = static_cast<std::uint8_t>(of_register.bytes());
    if (inst.width < inst.bytes) throw Unsupported("a register is too small for its type");
    if (value.kind == Kind::vector) {
      inst.count = static_cast<std::uint8_t>(value.parts.size());
      inst.extra = register_list(value, of_register, !stores);
    } else if (stores) {
      inst.b = read(value, of_register, false);
    } else {
      inst.d = write(value, of_register);
    }
    if (inst.space == Space::param) {
      parameter_access(instruction, place, stores, inst);
    } else {
      address(place, inst);
      inst.run = stores ? store : load;
    }
    inst.kind = memory_class(inst.space, stores);
    if (instruction.has("volatile") && inst.space == Space::shared) inst.scope = Scope::block;
  }

  Type register_type(const Operand& value, Type type) const {
    if (value.kind == Kind::vector) {
      for (const Operand& part : value.parts)
        if (is_register(part)) return declared(part).type;
      return type;
    }
    return is_register(value) ? declared(value).type : type;
  }

  void parameter_access(const ptx::Instruction& instruction, const Operand& place, bool stores,
                        Inst& inst) {
    if (place.kind != Kind::address) throw Unsupported("an address in brackets is expected");
    inst.offset = place.value;
    if (const auto found = call_parameters_.find(place.name); found != call_parameters_.end()) {
      inst.offset += found->second.offset;
      inst.run = stores ? store_call_parameter : load_call_parameter;
      return;
    }
    if (stores || !source_.entry) unknown(instruction);
    inst.run = load_launch_parameter;
    if (const Parameter* parameter = entry_parameter(place.name)) {
      inst.offset += parameter->offset;
    } else {
      const auto reg = registers_.find(place.name);
      if (reg == registers_.end() || reg->second.type.bits != 64)
        throw Unsupported("'" + place.name + "' is no parameter");
      inst.a = reg->second.at;
    }
  }

  void atomic(const ptx::Instruction& instruction, Inst& inst) {
    demand_known(instruction,
                 {"add", "min", "max", "and", "or", "xor", "exch", "inc", "dec", "cas"});
    const bool returns = instruction.words[0] == "atom";
    const Type type = last_type(instruction);
    static const char* const operations[] = {"add", "min",  "max", "and", "or",
                                             "xor", "exch", "inc", "dec", "cas"};
    for (const char* name : operations)
      if (instruction.has(name)) inst.run = atomic_handler(name, type);
    if (!inst.run || instruction.has("v2") || instruction.has("v4")) unknown(instruction);
    inst.kind = Class::atomic;
    inst.space = space_word(instruction);
    inst.bytes = inst.width = static_cast<std::uint8_t>(type.bytes());
    order_words(instruction, inst);
    inst.strong = inst.atomic = true;
    inst.real = type.kind == 'f' || is_small(type);
    if (scope_word(instruction, Scope::gpu) == Scope::gpu) inst.scope = Scope::gpu;
    const std::size_t first = returns ? 1 : 0;
    if (returns) inst.d = write(operand(instruction, 0), type);
    address(operand(instruction, first), inst);
    inst.b = read(operand(instruction, first + 1), type);
    if (instruction.has("cas")) inst.c = read(operand(instruction, first + 2), type);
  }

  std::uint32_t state_of(const Operand& to) {
    return to.name == "_" ? nowhere : write(to, u64_type);
  }

  // mbarrier.init|inval|arrive|arrive_drop|expect_tx|complete_tx|test_wait|try_wait|pending_count,
  // with .noComplete, .expect_tx or .parity behind, then order, scope and space.
  void barrier_object(const ptx::Instruction& instruction, Inst& inst) {
    static const std::unordered_map<std::string, Phases> known = {
        {"init", Phases::begin},       {"inval", Phases::end},
        {"arrive", Phases::arrive},    {"arrive_drop", Phases::drop},
        {"expect_tx", Phases::expect}, {"complete_tx", Phases::complete},
        {"test_wait", Phases::state},  {"try_wait", Phases::state}};
    const auto& words = instruction.words;
    if (words.size() < 3 || words.back().front() != 'b') unknown(instruction);
    inst.kind = Class::barrier;
    const std::string& what = words[1];
    if (what == "pending_count") {
      inst.run = pending_count;
      inst.spread = Spread::all;
      inst.d_bytes = 4;
      inst.a_bytes = 8;
      inst.d = write(operand(instruction, 0), u32_type);
      inst.a = read(operand(instruction, 1), u64_type);
      return;
    }
    const auto found = known.find(what);
    if (found == known.end()) unknown(instruction);
    demand_known(instruction, {what.c_str(), "noComplete", "expect_tx", "parity"});
    inst.phase = found->second;
    const bool waits = inst.phase == Phases::state;
    if (waits && instruction.has("parity")) inst.phase = Phases::parity;
    if (what == "arrive" && instruction.has("noComplete")) inst.phase = Phases::arrive_open;
    if (what == "arrive" && instruction.has("expect_tx")) inst.phase = Phases::arrive_expect;
    if (what == "arrive_drop" && words.size() > 2 &&
        (instruction.has("noComplete") || instruction.has("expect_tx")))
      unknown(instruction);
    inst.run = barrier_in_memory;
    inst.space = space_word(instruction);
    inst.of_cluster = instruction.has("shared::cluster");
    inst.bytes = inst.width = 8;
    const bool arrives = what == "arrive" || what == "arrive_drop";
    inst.scope = scope_word(instruction, Scope::block);
    if (inst.phase != Phases::begin && inst.phase != Phases::end) inst.strong = true;
    inst.atomic = inst.strong && !waits;
    inst.acquire = waits && !instruction.has("relaxed");
    inst.release = arrives && !instruction.has("relaxed");
    std::size_t at = 0;
    if (waits)
      inst.d = write(operand(instruction, at++), predicate);
    else if (arrives && operand(instruction, 0).kind != Kind::address)
      inst.d = state_of(operand(instruction, at++));
    address(operand(instruction, at++), inst);
    if (waits)  // a hint how long to wait may follow
      inst.c = read(operand(instruction, at), inst.phase == Phases::parity ? u32_type : u64_type);
    else if (at < instruction.operands.size())
      inst.b = read(operand(instruction, at), u32_type);
  }

  BulkCopies::Place bulk_place(const Operand& place, Space space) {
    Inst told;
    told.space = space;
    address(place, told);
    return {told.a, told.narrow_address, told.offset, space};
  }

  // cp.async.bulk.shared::cluster|cta.global.mbarrier::complete_tx::bytes [to], [from], bytes,
  // [barrier], .global.shared::cta.bulk_group [to], [from], bytes, and .commit_group, .wait_group.
  void copy_bulk(const ptx::Instruction& instruction, Inst& inst) {
    const auto& words = instruction.words;
    if (words.back() == "commit_group" && words.size() == 4) {
      inst.run = commit_bulk_copies;
      return;
    }
    if (words.size() > 3 && words[3] == "wait_group") {
      inst.run = wait_for_bulk_copies;
      inst.strong = words.back() != "read";
      inst.extra = static_cast<std::uint32_t>(immediate(instruction, 0));
      return;
    }
    const bool hinted = words.back() == "L2::cache_hint";
    const std::size_t last = words.size() - (hinted ? 2 : 1);
    const auto is_shared = [&](std::size_t i) {
      return words[i] == "shared::cta" || words[i] == "shared::cluster";
    };
    if (last != 5) unknown(instruction);
    const bool in = is_shared(3) && (words[4] == "global" || words[4] == "shared::cta") &&
                    words[5] == "mbarrier::complete_tx::bytes";
    const bool out = words[3] == "global" && words[4] == "shared::cta" && words[5] == "bulk_group";
    const std::size_t given = (in ? 4 : 3) + (hinted ? 1 : 0);
    if ((!in && !out) || instruction.operands.size() != given) unknown(instruction);
    BulkCopies copies;
    copies.to = bulk_place(operand(instruction, 0), in ? Space::shared : Space::global);
    const Space source = words[4] == "global" ? Space::global : Space::shared;
    copies.from = bulk_place(operand(instruction, 1), source);
    copies.bytes = read(operand(instruction, 2), u32_type);
    if (in) copies.barrier = bulk_place(operand(instruction, 3), Space::shared);
    inst.run = begin_bulk_copy;
    inst.extra = static_cast<std::uint32_t>(out_.bulk_copies.size());
    out_.bulk_copies.push_back(copies);
  }

  void copy_async(const ptx::Instruction& instruction, Inst& inst) {
    const auto& words = instruction.words;
    inst.kind = Class::copy_async;
    if (words.size() > 3 && words[1] == "async" && words[2] == "bulk")
      return copy_bulk(instruction, inst);
    if (words.size() > 4 && words[2] == "mbarrier" && words[3] == "arrive") {
      inst.phase = instruction.has("noinc") ? Phases::copies_counted : Phases::copies;
      inst.run = barrier_in_memory;
      inst.kind = Class::barrier;
      inst.space = space_word(instruction);
      inst.bytes = inst.width = 8;
      inst.scope = Scope::block;
      inst.strong = inst.atomic = inst.release = true;
      address(operand(instruction, 0), inst);
      return;
    }
    if (words.size() == 3 && words[2] == "commit_group") {
      inst.run = commit_copies;
      return;
    }
    if (words.size() == 3 && words[2] == "wait_all") {
      inst.run = wait_for_all_copies;
      return;
    }
    if (words.size() == 3 && words[2] == "wait_group") {
      inst.run = wait_for_copies;
      inst.extra = static_cast<std::uint32_t>(immediate(instruction, 0));
      return;
    }
    demand_known(instruction, {"async"});
    const bool to_shared = instruction.has("shared") || instruction.has("shared::cta");
    if (words.size() < 2 || words[1] != "async" || !to_shared || !instruction.has("global") ||
        instruction.operands.size() > 4 ||
        !(words.back() == "global" || words.back() == "L2::64B" || words.back() == "L2::128B" ||
          words.back() == "L2::256B"))
      unknown(instruction);
    inst.run = begin_copy;
    const std::int64_t bytes = immediate(instruction, 2);
    if (bytes != 16 && (instruction.has("cg") || (bytes != 4 && bytes != 8)))
      throw Unsupported("cp.async of " + std::to_string(bytes) + " bytes");
    inst.bytes = static_cast<std::uint8_t>(bytes);
    Inst source;
    source.space = Space::global;
    address(operand(instruction, 1), source);
    if (source.narrow_address || source.a == nowhere) unknown(instruction);
    inst.b = source.a;
    inst.target = static_cast<std::uint32_t>(source.offset);
    inst.space = Space::shared;
    address(operand(instruction, 0), inst);
    if (instruction.operands.size() == 4) inst.c = read(operand(instruction, 3), u32_type);
  }

  // tex.1d|2d.v4.TYPE.f32|s32 of a texture object.
  void texture(const ptx::Instruction& instruction, Inst& inst) {
    const auto& words = instruction.words;
    Type type, coordinate;
    if (words.size() != 5 || (words[1] != "1d" && words[1] != "2d") || words[2] != "v4" ||
        !ptx::parse_type(words[3], type) || type.bits != 32 ||
        !ptx::parse_type(words[4], coordinate) || coordinate.bits != 32 ||
        instruction.operands.size() != 3)
      unknown(instruction);
    const Operand& values = operand(instruction, 0);
    const Operand& place = operand(instruction, 2);
    inst.count = words[1] == "1d" ? 1 : 2;
    const std::size_t given = place.kind == Kind::vector ? place.parts.size() : 1;
    if (values.kind != Kind::vector || values.parts.size() != 4 || given < inst.count)
      unknown(instruction);
    const auto part = [&](std::size_t i) -> const Operand& {
      return place.kind == Kind::vector ? place.parts[i] : place;
    };
    inst.extra = register_list(values, type, true);
    inst.a = read(operand(instruction, 1), u64_type);
    inst.b = read(part(0), coordinate, false);
    if (inst.count == 2) inst.c = read(part(1), coordinate, false);
    inst.real_result = type.kind == 'f';
    inst.whole = coordinate.kind == 'f' ? Whole::keep : Whole::down;
    inst.kind = Class::texture;
    inst.run = read_texture;
  }

  std::int64_t immediate(const ptx::Instruction& instruction, std::size_t i) const {
    const Operand& number = operand(instruction, i);
    if (number.kind != Kind::integer || number.value < 0 || number.value > 0xffff)
      throw Unsupported("'" + instruction.text() + "' with an operand that is no constant");
    return number.value;
  }

  void convert_address(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    inst.kind = Class::integer;
    const bool to_space = instruction.has("to");
    inst.space = space_word(instruction);
    if (inst.space == Space::param && source_.entry && !to_space)
      throw Unsupported("generic addresses of parameters are not supported");
    inst.run = address_conversion(inst.space, to_space, type.bytes());
    inst.spread = Spread::all;
    inst.d_bytes = inst.a_bytes = static_cast<std::uint8_t>(type.bytes());
    if (!inst.run) unknown(instruction);
    inst.d = write(operand(instruction, 0), type);
    inst.a = read(operand(instruction, 1), type);
  }

  void in_space(const ptx::Instruction& instruction, Inst& inst) {
    inst.kind = Class::compare;
    inst.space = space_word(instruction);
    inst.run = is_space;
    inst.spread = Spread::all;
    inst.d_bytes = predicate_bytes;
    inst.a_bytes = 8;
    inst.d = write(operand(instruction, 0), predicate);
    inst.a = read(operand(instruction, 1), u64_type);
  }
};

}  // namespace emu
