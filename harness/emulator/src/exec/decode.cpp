// From parsed PTX to instructions with offsets into the registers of a warp.
#include <algorithm>
#include <cstring>
#include <functional>

#include "exec/builtins.hpp"
#include "exec/form.hpp"
#include "exec/memory_ops.hpp"
#include "exec/program.hpp"
#include "exec/warp_ops.hpp"

namespace emu {
namespace {

using ptx::Operand;
using ptx::Space;
using ptx::Type;
using ptx::Unsupported;
using Kind = ptx::Operand::Kind;

constexpr Type u32_type{'u', 32};
constexpr Type u64_type{'u', 64};
constexpr Type predicate{'p', 8};

std::uint64_t rounded_up(std::uint64_t x, std::uint64_t to) {
  return to ? (x + to - 1) / to * to : x;
}

const std::unordered_map<std::string, Special>& specials() {
  static const std::unordered_map<std::string, Special> names = {
      {"%tid.x", Special::tid_x},
      {"%tid.y", Special::tid_y},
      {"%tid.z", Special::tid_z},
      {"%ntid.x", Special::ntid_x},
      {"%ntid.y", Special::ntid_y},
      {"%ntid.z", Special::ntid_z},
      {"%ctaid.x", Special::ctaid_x},
      {"%ctaid.y", Special::ctaid_y},
      {"%ctaid.z", Special::ctaid_z},
      {"%nctaid.x", Special::nctaid_x},
      {"%nctaid.y", Special::nctaid_y},
      {"%nctaid.z", Special::nctaid_z},
      {"%laneid", Special::laneid},
      {"%warpid", Special::warpid},
      {"%nwarpid", Special::nwarpid},
      {"%smid", Special::smid},
      {"%nsmid", Special::nsmid},
      {"%gridid", Special::gridid},
      {"%lanemask_eq", Special::lanemask_eq},
      {"%lanemask_le", Special::lanemask_le},
      {"%lanemask_lt", Special::lanemask_lt},
      {"%lanemask_ge", Special::lanemask_ge},
      {"%lanemask_gt", Special::lanemask_gt},
      {"%envreg1", Special::envreg1},
      {"%envreg2", Special::envreg2},
      {"%dynamic_smem_size", Special::dynamic_smem_size},
      {"%total_smem_size", Special::total_smem_size},
      {"WARP_SZ", Special::warp_size}};
  return names;
}

bool is_clock(const std::string& name) {
  return name == "%clock" || name == "%clock64" || name == "%clock_hi" || name == "%globaltimer" ||
         name == "%globaltimer_lo";
}

/// Where the variables of a module are, for all its functions.
struct Symbols {
  std::unordered_map<std::string, std::uint64_t> shared;  // offsets
  std::uint32_t shared_bytes = 0;                         // of named variables
  std::vector<std::string> dynamic;                       // unsized ones: behind all others
  std::uint32_t dynamic_align = 16;
};

class FunctionDecoder {
 public:
  FunctionDecoder(const ptx::Function& source, Function& into, const Program& program,
                  const Symbols& symbols)
      : source_(source), out_(into), program_(program), symbols_(symbols) {}

  void run() {
    lay_out_parameters();
    lay_out_registers();
    lay_out_variables();
    for (const ptx::Instruction& instruction : source_.body) {
      Inst inst;
      inst.ptx_line = instruction.ptx_line;
      inst.source = instruction.source;
      try {
        decode(instruction, inst);
      } catch (const Unsupported& reason) {
        throw Unsupported("kernel or function " + source_.name + ", PTX line " +
                          std::to_string(instruction.ptx_line) + ": " + reason.what());
      }
      out_.code.push_back(inst);
    }
    Inst end;  // a body may end without ret
    end.flow = source_.entry ? Flow::exit : Flow::ret;
    end.kind = Class::control;
    out_.code.push_back(end);
    // Registers come first, what never changes behind them.
    out_.constants_at = constants_at_;
    out_.register_bytes = constants_at_ + static_cast<std::uint32_t>(out_.constants.size());
  }

 private:
  // --- layout
  void lay_out_parameters() {
    const auto place = [](const std::vector<ptx::Variable>& from, std::vector<Parameter>& to,
                          std::uint32_t at) {
      for (const ptx::Variable& variable : from) {
        at = static_cast<std::uint32_t>(rounded_up(at, variable.align));
        to.push_back({variable.name, at, static_cast<std::uint32_t>(variable.bytes)});
        at += static_cast<std::uint32_t>(variable.bytes);
      }
      return at;
    };
    const std::uint32_t end = place(source_.parameters, out_.parameters, 0);
    if (source_.entry)
      out_.parameter_bytes = end;
    else
      frame_parameters_ = place(source_.results, out_.results, end);
    if (!source_.entry)
      for (const auto* list : {&out_.parameters, &out_.results})
        for (const Parameter& parameter : *list) call_parameters_[parameter.name] = parameter;
  }

  void lay_out_registers() {
    std::uint32_t at = 0;
    for (const auto& [name, type] : source_.registers) {
      if (type.bits > 64)
        throw Unsupported("function " + source_.name + ": registers of 128 bits are not supported");
      registers_[name] = {at, type};
      at += type.kind == 'p' ? 64 : rounded_up(type.bytes() * warp_lanes, 64);
      out_.register_words += type.kind == 'p' ? 0 : (type.bits + 31u) / 32u;
    }
    carry_ = at;
    at += 64;
    constants_at_ = at;
  }

  void lay_out_variables() {
    std::uint64_t local = 0;
    std::uint64_t shared = symbols_.shared_bytes;
    for (const ptx::Variable& variable : source_.variables) {
      if (variable.space == Space::local) {
        local = rounded_up(local, variable.align);
        local_[variable.name] = static_cast<std::uint32_t>(local);
        local += variable.bytes;
      } else if (variable.space == Space::shared) {
        if (variable.unsized) {
          dynamic_.push_back(variable.name);
          continue;
        }
        shared = rounded_up(shared, variable.align);
        shared_[variable.name] = shared;
        shared += variable.bytes;
      } else if (variable.space == Space::param) {
        frame_parameters_ =
            static_cast<std::uint32_t>(rounded_up(frame_parameters_, std::max(variable.align, 8u)));
        call_parameters_[variable.name] = {variable.name, frame_parameters_,
                                           static_cast<std::uint32_t>(variable.bytes)};
        frame_parameters_ += static_cast<std::uint32_t>(variable.bytes);
      } else {
        throw Unsupported("function " + source_.name + ": a variable '" + variable.name +
                          "' in a state space that is not supported");
      }
    }
    shared = rounded_up(shared, 16);
    for (const auto& list : {dynamic_, symbols_.dynamic})
      for (const std::string& name : list) shared_[name] = shared;
    out_.shared_bytes = static_cast<std::uint32_t>(shared);
    out_.local_bytes = static_cast<std::uint32_t>(rounded_up(local, 16));
    out_.frame_parameter_bytes = static_cast<std::uint32_t>(rounded_up(frame_parameters_, 16));
  }

  // --- operands
  struct Register {
    std::uint32_t at = 0;
    Type type;
  };

  std::uint32_t constant(std::uint64_t bits, unsigned bytes) {
    const auto key = std::make_pair(bits, bytes);
    if (const auto known = constants_.find(key); known != constants_.end()) return known->second;
    const std::uint32_t at = constants_at_ + static_cast<std::uint32_t>(out_.constants.size());
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
      for (unsigned byte = 0; byte < bytes; ++byte)
        out_.constants.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
    out_.constants.resize(rounded_up(out_.constants.size(), 64));
    return constants_[key] = at;
  }

  std::uint32_t special(const std::string& name) {
    const auto known = specials().find(name);
    if (known == specials().end()) throw Unsupported("register '" + name + "' is not known");
    const auto [place, fresh] = special_at_.try_emplace(name, 0);
    if (fresh) {
      place->second = constant_space(4);
      out_.specials.emplace_back(known->second, place->second);
    }
    return place->second;
  }

  std::uint32_t constant_space(unsigned bytes) {
    const std::uint32_t at = constants_at_ + static_cast<std::uint32_t>(out_.constants.size());
    out_.constants.resize(rounded_up(out_.constants.size() + bytes * warp_lanes, 64));
    return at;
  }

  const Register& declared(const Operand& operand) const {
    const auto found = registers_.find(operand.name);
    if (found == registers_.end())
      throw Unsupported("register '" + operand.name + "' is not declared");
    return found->second;
  }

  bool is_register(const Operand& operand) const {
    return operand.kind == Kind::reg && registers_.count(operand.name) != 0;
  }

  std::uint32_t local_address(std::uint32_t offset) {
    const auto [place, fresh] = local_at_.try_emplace(offset, 0);
    if (fresh) {
      place->second = constant_space(8);
      out_.local_addresses.emplace_back(place->second, offset);
    }
    return place->second;
  }

  /// The address that a symbol stands for, in its state space.
  bool symbol_address(const std::string& name, std::uint64_t& address, Space& space) const {
    if (const auto found = shared_.find(name); found != shared_.end()) {
      address = found->second;
      space = Space::shared;
      return true;
    }
    if (const auto found = symbols_.shared.find(name); found != symbols_.shared.end()) {
      address = found->second;
      space = Space::shared;
      return true;
    }
    if (const auto found = program_.symbols.find(name); found != program_.symbols.end()) {
      address = found->second;
      space = Space::global;
      return true;
    }
    if (const auto found = program_.function_of.find(name); found != program_.function_of.end()) {
      address = function_addresses + found->second;
      space = Space::global;
      return true;
    }
    return false;
  }

  /// Offset of a source operand that an instruction reads as `type`.
  std::uint32_t read(const Operand& operand, Type type, bool exact = true) {
    switch (operand.kind) {
      case Kind::reg: {
        if (!is_register(operand)) {
          if (type.bytes() != 4 && exact)
            throw Unsupported("'" + operand.name + "' is read as " + std::to_string(type.bits) +
                              " bits");
          return special(operand.name);
        }
        const Register& reg = declared(operand);
        if (exact && (reg.type.kind == 'p') != (type.kind == 'p'))
          throw Unsupported("'" + operand.name + "' has another type than the instruction");
        if (exact && type.kind != 'p' && reg.type.bits != type.bits)
          throw Unsupported("'" + operand.name + "' has " + std::to_string(reg.type.bits) +
                            " bits, the instruction " + std::to_string(type.bits));
        return reg.at;
      }
      case Kind::integer:
        if (type.kind == 'p') return predicate_constant(operand.value != 0);
        if (type.kind == 'f')
          throw Unsupported("an integer where a floating-point number is expected");
        return constant(static_cast<std::uint64_t>(operand.value) & mask_of(type), type.bytes());
      case Kind::real32:
      case Kind::real64:
        return constant(real_bits(operand, type), type.bytes());
      case Kind::symbol: {
        if (specials().count(operand.name)) return special(operand.name);
        if (const auto found = local_.find(operand.name); found != local_.end())
          return local_address(found->second + static_cast<std::uint32_t>(operand.value));
        std::uint64_t address = 0;
        Space space;
        if (!symbol_address(operand.name, address, space))
          throw Unsupported("'" + operand.name + "' is not declared");
        return constant(address + static_cast<std::uint64_t>(operand.value), type.bytes());
      }
      default:
        throw Unsupported("an operand of a kind that is not supported here");
    }
  }

  std::uint32_t predicate_constant(bool value) {
    const std::uint32_t at = constant_space(1);
    std::memset(out_.constants.data() + (at - constants_at_), value ? 0xff : 0, 4);
    return at;
  }

  static std::uint64_t mask_of(Type type) {
    return type.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << type.bits) - 1;
  }

  static std::uint64_t real_bits(const Operand& operand, Type type) {
    const auto bits = static_cast<std::uint64_t>(operand.value);
    if (operand.kind == Kind::real32) {
      if (type.bits == 32) return bits;
      float narrow;
      const auto low = static_cast<std::uint32_t>(bits);
      std::memcpy(&narrow, &low, sizeof narrow);
      const double wide = narrow;
      std::uint64_t result;
      std::memcpy(&result, &wide, sizeof result);
      return result;
    }
    if (type.bits == 64) return bits;
    double wide;
    std::memcpy(&wide, &bits, sizeof wide);
    const float narrow = static_cast<float>(wide);
    std::uint32_t result;
    std::memcpy(&result, &narrow, sizeof result);
    return result;
  }

  std::uint32_t write(const Operand& operand, Type type, bool exact = true) {
    if (operand.kind == Kind::sink) return nowhere;
    if (operand.kind != Kind::reg) throw Unsupported("a register is expected as destination");
    const Register& reg = declared(operand);
    if ((reg.type.kind == 'p') != (type.kind == 'p') ||
        (exact && type.kind != 'p' && reg.type.bits != type.bits))
      throw Unsupported("'" + operand.name + "' has another size than the instruction writes");
    return reg.at;
  }

  const Operand& operand(const ptx::Instruction& instruction, std::size_t i) const {
    if (i >= instruction.operands.size())
      throw Unsupported("'" + instruction.text() + "' with too few operands");
    return instruction.operands[i];
  }

  // --- instructions
  void decode(const ptx::Instruction& instruction, Inst& inst) {
    if (!instruction.guard.empty()) {
      Operand guard;
      guard.kind = Kind::reg;
      guard.name = instruction.guard;
      inst.guard = read(guard, predicate);
      inst.guard_negated = instruction.guard_negated;
    }
    const std::string& op = instruction.words[0];
    using Decoder = void (FunctionDecoder::*)(const ptx::Instruction&, Inst&);
    static const std::unordered_map<std::string, Decoder> known = {
        {"mov", &FunctionDecoder::move},
        {"ld", &FunctionDecoder::load_store},
        {"ldu", &FunctionDecoder::load_store},
        {"st", &FunctionDecoder::load_store},
        {"atom", &FunctionDecoder::atomic},
        {"red", &FunctionDecoder::atomic},
        {"cvta", &FunctionDecoder::convert_address},
        {"isspacep", &FunctionDecoder::in_space},
        {"bra", &FunctionDecoder::branch},
        {"brx", &FunctionDecoder::branch_list},
        {"call", &FunctionDecoder::call},
        {"ret", &FunctionDecoder::simple},
        {"exit", &FunctionDecoder::simple},
        {"trap", &FunctionDecoder::simple},
        {"brkpt", &FunctionDecoder::simple},
        {"nanosleep", &FunctionDecoder::simple},
        {"prefetch", &FunctionDecoder::simple},
        {"prefetchu", &FunctionDecoder::simple},
        {"bar", &FunctionDecoder::barrier},
        {"barrier", &FunctionDecoder::barrier},
        {"membar", &FunctionDecoder::fence_},
        {"fence", &FunctionDecoder::fence_},
        {"shfl", &FunctionDecoder::shuffle_},
        {"vote", &FunctionDecoder::vote_},
        {"match", &FunctionDecoder::match},
        {"redux", &FunctionDecoder::redux},
        {"elect", &FunctionDecoder::elect_},
        {"activemask", &FunctionDecoder::active}};
    if (const auto found = known.find(op); found != known.end())
      (this->*found->second)(instruction, inst);
    else
      formed(instruction, inst);
  }

  [[noreturn]] static void unknown(const ptx::Instruction& instruction) {
    throw Unsupported("instruction '" + instruction.text() + "' is not supported");
  }

  void formed(const ptx::Instruction& instruction, Inst& inst) {
    const std::string& op = instruction.words[0];
    Form form;
    const bool compares = op == "setp" || op == "set" || op == "selp" || op == "slct";
    const bool converts = op == "cvt";
    const bool known = compares   ? compare_form(instruction, form, inst)
                       : converts ? convert_form(instruction, form, inst)
                                  : arithmetic_form(instruction, form);
    if (!known) unknown(instruction);
    inst.run = form.run;
    inst.kind = form.kind;
    if (form.carry) {
      inst.extra = carry_;
      inst.mode = static_cast<std::uint8_t>(
          (instruction.has("cc") ? 1 : 0) | (op == "addc" || op == "subc" || op == "madc" ? 2 : 0) |
          (op == "sub" || op == "subc" ? 4 : 0) | (instruction.has("hi") ? 8 : 0));
    } else if (!compares && !converts) {
      inst.mode = static_cast<std::uint8_t>(rounding_of(instruction));
    }
    const Operand& d = operand(instruction, 0);
    if (d.kind == Kind::vector && d.parts.size() == 2 && op == "setp") {
      inst.d = write(d.parts[0], form.d);
      inst.e = write(d.parts[1], form.d);
    } else {
      inst.d = write(d, form.d, !converts);
    }
    if (converts) {
      const Operand& a = operand(instruction, 1);
      inst.width = static_cast<std::uint8_t>(declared(d).type.bytes());
      inst.bytes = static_cast<std::uint8_t>(is_register(a)        ? declared(a).type.bytes()
                                             : a.kind == Kind::reg ? 4
                                                                   : form.sources[0].bytes());
      if (inst.width < form.d.bytes() || inst.bytes < form.sources[0].bytes())
        throw Unsupported("a register is too small for its type");
      inst.a = read(a, form.sources[0], false);
      return;
    }
    std::uint32_t* const slots[] = {&inst.a, &inst.b, &inst.c};
    for (int i = 0; i < form.count; ++i)
      *slots[i] = read(operand(instruction, static_cast<std::size_t>(i) + 1), form.sources[i]);
    if (compares && form.count == 3) inst.c_negated = operand(instruction, 3).negated;
    if (op == "bfi") inst.e = read(operand(instruction, 4), u32_type);
    if (op == "lop3") inst.e = read(operand(instruction, 4), u32_type);
  }

  void move(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    const Operand& d = operand(instruction, 0);
    const Operand& a = operand(instruction, 1);
    inst.kind = Class::move;
    if (type.kind == 'p') {
      inst.run = move_predicate;
      inst.d = write(d, type);
      inst.a = read(a, type);
      inst.c_negated = a.negated;
      return;
    }
    inst.width = static_cast<std::uint8_t>(type.bytes());
    if (d.kind == Kind::vector || a.kind == Kind::vector) {
      const bool packs = a.kind == Kind::vector;
      const Operand& vector = packs ? a : d;
      inst.count = static_cast<std::uint8_t>(vector.parts.size());
      inst.bytes = static_cast<std::uint8_t>(type.bytes() / inst.count);
      const Type part{'b', static_cast<std::uint8_t>(8 * inst.bytes)};
      inst.extra = register_list(vector, part, !packs);
      inst.run = packs ? pack : unpack;
      if (packs)
        inst.d = write(d, type);
      else
        inst.a = read(a, type);
      return;
    }
    inst.d = write(d, type);
    if (a.kind == Kind::reg && is_clock(a.name)) {
      inst.run = read_clock;
      return;
    }
    if (const auto found = entry_parameter(a.name); a.kind == Kind::symbol && found) {
      inst.a = constant(found->offset + static_cast<std::uint64_t>(a.value), type.bytes());
    } else {
      inst.a = read(a, type);
    }
    inst.run = move_handler(type.bytes());
    if (!inst.run) unknown(instruction);
  }

  const Parameter* entry_parameter(const std::string& name) const {
    if (!source_.entry) return nullptr;
    const auto found = std::find_if(out_.parameters.begin(), out_.parameters.end(),
                                    [&](const Parameter& p) { return p.name == name; });
    return found == out_.parameters.end() ? nullptr : &*found;
  }

  std::uint32_t register_list(const Operand& vector, Type type, bool written) {
    std::vector<std::uint32_t> list;
    for (const Operand& part : vector.parts)
      list.push_back(written ? write(part, type, false) : read(part, type, false));
    out_.lists.push_back(std::move(list));
    return static_cast<std::uint32_t>(out_.lists.size() - 1);
  }

  static Space space_word(const ptx::Instruction& instruction) {
    for (const std::string& word : instruction.words) {
      const std::string first = word.substr(0, word.find(':'));
      if (first == "global") return Space::global;
      if (first == "shared" && word != "shared::cluster") return Space::shared;
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
    inst.strong = is_volatile || inst.acquire || inst.release || instruction.has("relaxed");
    inst.scope = scope_word(instruction, Scope::system);
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
      if (inst.space == Space::generic)
        throw Unsupported("a generic access to a local variable by name");
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
    if (scope_word(instruction, Scope::gpu) == Scope::gpu) inst.scope = Scope::gpu;
    const std::size_t first = returns ? 1 : 0;
    if (returns) inst.d = write(operand(instruction, 0), type);
    address(operand(instruction, first), inst);
    inst.b = read(operand(instruction, first + 1), type);
    if (instruction.has("cas")) inst.c = read(operand(instruction, first + 2), type);
  }

  void convert_address(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    inst.kind = Class::integer;
    const bool to_space = instruction.has("to");
    inst.space = space_word(instruction);
    if (inst.space == Space::param && source_.entry && !to_space)
      throw Unsupported("generic addresses of parameters are not supported");
    inst.run = address_conversion(inst.space, to_space, type.bytes());
    if (!inst.run) unknown(instruction);
    inst.d = write(operand(instruction, 0), type);
    inst.a = read(operand(instruction, 1), type);
  }

  void in_space(const ptx::Instruction& instruction, Inst& inst) {
    inst.kind = Class::compare;
    inst.space = space_word(instruction);
    inst.run = is_space;
    inst.d = write(operand(instruction, 0), predicate);
    inst.a = read(operand(instruction, 1), u64_type);
  }

  void branch(const ptx::Instruction& instruction, Inst& inst) {
    inst.flow = Flow::branch;
    inst.kind = Class::control;
    inst.target =
        static_cast<std::uint32_t>(source_.label(instruction.scope, operand(instruction, 0).name));
  }

  void branch_list(const ptx::Instruction& instruction, Inst& inst) {
    inst.flow = Flow::indexed;
    inst.kind = Class::control;
    inst.a = read(operand(instruction, 0), u32_type);
    std::vector<std::uint32_t> targets;
    for (const std::string& name : source_.targets(instruction.scope, operand(instruction, 1).name))
      targets.push_back(static_cast<std::uint32_t>(source_.label(instruction.scope, name)));
    out_.lists.push_back(std::move(targets));
    inst.target = static_cast<std::uint32_t>(out_.lists.size() - 1);
  }

  void call(const ptx::Instruction& instruction, Inst& inst) {
    inst.flow = Flow::call;
    inst.kind = Class::control;
    CallSite site;
    const Operand& callee = operand(instruction, 1);
    if (is_register(callee)) {
      site.callee_register = read(callee, u64_type);
    } else {
      const auto found = program_.function_of.find(callee.name);
      if (found == program_.function_of.end())
        throw Unsupported("function '" + callee.name + "' is not declared");
      site.callee = found->second;
    }
    const auto list = [this](const Operand& from, std::vector<Parameter>& to) {
      for (const Operand& part : from.parts) {
        const auto found = call_parameters_.find(part.name);
        if (found == call_parameters_.end())
          throw Unsupported("an argument '" + part.name + "' that is not in the space .param");
        to.push_back(found->second);
      }
    };
    list(operand(instruction, 0), site.results);
    list(operand(instruction, 2), site.arguments);
    out_.calls.push_back(std::move(site));
    inst.target = static_cast<std::uint32_t>(out_.calls.size() - 1);
  }

  void simple(const ptx::Instruction& instruction, Inst& inst) {
    const std::string& op = instruction.words[0];
    inst.kind = Class::control;
    inst.run = nothing;
    if (op == "ret") inst.flow = source_.entry ? Flow::exit : Flow::ret;
    if (op == "exit") inst.flow = Flow::exit;
    if (op == "trap") inst.flow = Flow::trap;
  }

  void barrier(const ptx::Instruction& instruction, Inst& inst) {
    const auto& words = instruction.words;
    inst.kind = Class::barrier;
    if (instruction.has("warp")) {
      inst.flow = Flow::meet;
      inst.run = warp_barrier;
      inst.target = read(operand(instruction, 0), u32_type);
      return;
    }
    if (instruction.has("cluster")) unknown(instruction);
    inst.flow = Flow::barrier;
    inst.aligned = words[0] == "bar" || instruction.has("aligned");
    std::size_t first = 0;
    if (instruction.has("arrive")) {
      inst.mode = 1;
    } else if (instruction.has("red")) {
      inst.mode = instruction.has("popc") ? 2 : instruction.has("and") ? 3 : 4;
      inst.d = write(operand(instruction, 0), inst.mode == 2 ? u32_type : predicate);
      first = 1;
      const Operand& said = instruction.operands.back();
      inst.c = read(said, predicate);
      inst.c_negated = said.negated;
    } else if (!instruction.has("sync")) {
      unknown(instruction);
    }
    inst.a = read(operand(instruction, first), u32_type);
    const std::size_t left = instruction.operands.size() - first - (inst.c == nowhere ? 0 : 1);
    if (left > 1) inst.b = read(operand(instruction, first + 1), u32_type);
  }

  void fence_(const ptx::Instruction& instruction, Inst& inst) {
    for (const std::string& word : instruction.words)
      if (word == "proxy" || word == "mbarrier_init") unknown(instruction);
    inst.kind = Class::fence;
    inst.run = fence;
    inst.scope = scope_word(instruction, instruction.has("gl") ? Scope::gpu : Scope::system);
  }

  void shuffle_(const ptx::Instruction& instruction, Inst& inst) {
    if (!instruction.has("sync")) unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = shuffle;
    static const char* const modes[] = {"up", "down", "bfly", "idx"};
    for (std::uint8_t i = 0; i < 4; ++i)
      if (instruction.has(modes[i])) inst.mode = i;
    const Operand& d = operand(instruction, 0);
    if (d.kind == Kind::vector) {
      inst.d = write(d.parts[0], u32_type);
      inst.e = write(d.parts[1], predicate);
    } else {
      inst.d = write(d, u32_type);
    }
    inst.a = read(operand(instruction, 1), u32_type);
    inst.b = read(operand(instruction, 2), u32_type);
    inst.c = read(operand(instruction, 3), u32_type);
    inst.target = read(operand(instruction, 4), u32_type);
  }

  void vote_(const ptx::Instruction& instruction, Inst& inst) {
    if (!instruction.has("sync")) unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = vote;
    static const char* const modes[] = {"all", "any", "uni", "ballot"};
    for (std::uint8_t i = 0; i < 4; ++i)
      if (instruction.has(modes[i])) inst.mode = i;
    inst.d = write(operand(instruction, 0), instruction.has("ballot") ? u32_type : predicate);
    inst.a = read(operand(instruction, 1), predicate);
    inst.c_negated = operand(instruction, 1).negated;
    inst.target = read(operand(instruction, 2), u32_type);
  }

  void match(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.bytes = static_cast<std::uint8_t>(type.bytes());
    inst.run = instruction.has("all") ? match_all : match_any;
    const Operand& d = operand(instruction, 0);
    if (d.kind == Kind::vector) {
      inst.d = write(d.parts[0], u32_type);
      inst.e = write(d.parts[1], predicate);
    } else {
      inst.d = write(d, u32_type);
    }
    inst.a = read(operand(instruction, 1), type);
    inst.target = read(operand(instruction, 2), u32_type);
  }

  void redux(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    if (type.bits != 32 || type.kind == 'f') unknown(instruction);
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = type.kind == 's' ? reduce_signed : reduce_unsigned;
    static const char* const modes[] = {"add", "min", "max", "and", "or", "xor"};
    for (std::uint8_t i = 0; i < 6; ++i)
      if (instruction.has(modes[i])) inst.mode = i;
    inst.d = write(operand(instruction, 0), type);
    inst.a = read(operand(instruction, 1), type);
    inst.target = read(operand(instruction, 2), u32_type);
  }

  void elect_(const ptx::Instruction& instruction, Inst& inst) {
    inst.flow = Flow::meet;
    inst.kind = Class::shuffle;
    inst.run = elect;
    const Operand& d = operand(instruction, 0);
    if (d.kind != Kind::vector) unknown(instruction);
    inst.d = write(d.parts[0], u32_type);
    inst.e = write(d.parts[1], predicate);
    inst.target = read(operand(instruction, 1), u32_type);
  }

  void active(const ptx::Instruction& instruction, Inst& inst) {
    inst.kind = Class::move;
    inst.run = active_mask;
    inst.d = write(operand(instruction, 0), u32_type);
  }

  const ptx::Function& source_;
  Function& out_;
  const Program& program_;
  const Symbols& symbols_;
  std::unordered_map<std::string, Register> registers_;
  std::unordered_map<std::string, std::uint32_t> local_;
  std::unordered_map<std::string, std::uint64_t> shared_;
  std::vector<std::string> dynamic_;
  std::unordered_map<std::string, Parameter> call_parameters_;
  std::unordered_map<std::string, std::uint32_t> special_at_;
  std::map<std::uint32_t, std::uint32_t> local_at_;
  std::map<std::pair<std::uint64_t, unsigned>, std::uint32_t> constants_;
  std::uint32_t frame_parameters_ = 0;
  std::uint32_t constants_at_ = 0;
  std::uint32_t carry_ = 0;
};

void demand_target(const ptx::Module& module) {
  // sm_30 is what GCC's libraries are made for.
  if (module.target.rfind("sm_", 0) != 0)
    throw Unsupported("PTX for the target '" + module.target + "' is not supported");
}

void place_variables(const ptx::Module& module, Program& program, Symbols& symbols,
                     VariablePlacer& placer) {
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space == Space::shared) {
      if (variable.unsized) {
        symbols.dynamic.push_back(variable.name);
        continue;
      }
      symbols.shared_bytes =
          static_cast<std::uint32_t>(rounded_up(symbols.shared_bytes, variable.align));
      symbols.shared[variable.name] = symbols.shared_bytes;
      symbols.shared_bytes += static_cast<std::uint32_t>(variable.bytes);
    } else if (!variable.external) {
      ptx::Variable sized = variable;
      sized.bytes = std::max<std::uint64_t>(variable.bytes, variable.data.size());
      program.symbols[variable.name] = placer.place(sized);
      program.symbol_bytes[variable.name] = sized.bytes;
    }
  }
}

void relocate(const ptx::Module& module, const Program& program, VariablePlacer& placer) {
  for (const ptx::Variable& variable : module.variables)
    for (const ptx::Relocation& relocation : variable.relocations) {
      std::uint64_t address = 0;
      if (const auto symbol = program.symbols.find(relocation.symbol);
          symbol != program.symbols.end())
        address = symbol->second;
      else if (const auto function = program.function_of.find(relocation.symbol);
               function != program.function_of.end())
        address = function_addresses + function->second;
      else
        throw Unsupported("'" + relocation.symbol + "' in the initial value of '" + variable.name +
                          "' is not declared");
      address += static_cast<std::uint64_t>(relocation.addend);
      placer.write(program.symbols.at(variable.name) + relocation.offset, &address,
                   relocation.bytes);
    }
}

}  // namespace

const Function* Program::kernel(const std::string& name) const {
  const auto found = function_of.find(name);
  return found == function_of.end() || !functions[found->second].entry ? nullptr
                                                                       : &functions[found->second];
}

std::string Program::source(const ptx::SourceLine& line) const {
  const auto file = files.find(line.file);
  return line.line == 0 || file == files.end() ? ""
                                               : file->second + ":" + std::to_string(line.line);
}

std::unique_ptr<Program> decode(const ptx::Module& module, VariablePlacer& placer) {
  demand_target(module);
  auto program = std::make_unique<Program>();
  program->target = module.target;
  for (const auto& [number, file] : module.files) program->files[number] = file;
  program->functions.resize(module.functions.size());
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function& function = program->functions[i];
    function.name = module.functions[i].name;
    function.index = static_cast<std::uint32_t>(i);
    function.entry = module.functions[i].entry;
    function.defined = module.functions[i].defined;
    function.max_threads = module.functions[i].max_threads;
    function.program = program.get();
    program->function_of[function.name] = function.index;
  }
  Symbols symbols;
  place_variables(module, *program, symbols, placer);
  relocate(module, *program, placer);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    if (!module.functions[i].defined) continue;
    try {
      FunctionDecoder(module.functions[i], program->functions[i], *program, symbols).run();
    } catch (const Unsupported& reason) {
      program->functions[i].unsupported = reason.what();
    }
  }
  return program;
}

}  // namespace emu
