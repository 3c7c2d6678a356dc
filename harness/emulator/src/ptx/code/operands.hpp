// Operands of a function: where its registers, constants and variables are.
#pragma once

#include <algorithm>
#include <cstring>
#include <map>

#include "program/program.hpp"

namespace emu {

using ptx::Operand;
using ptx::Type;
using Kind = ptx::Operand::Kind;

constexpr Type u32_type{'u', 32};
constexpr Type u64_type{'u', 64};
constexpr Type predicate{'p', 8};

inline std::uint64_t rounded_up(std::uint64_t x, std::uint64_t to) {
  return to ? (x + to - 1) / to * to : x;
}

inline const std::unordered_map<std::string, Special>& specials() {
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
      {"%cluster_ctarank", Special::cluster_ctarank},
      {"%cluster_nctarank", Special::cluster_nctarank},
      {"%cluster_ctaid.x", Special::cluster_ctaid_x},
      {"%cluster_ctaid.y", Special::cluster_ctaid_y},
      {"%cluster_ctaid.z", Special::cluster_ctaid_z},
      {"%cluster_nctaid.x", Special::cluster_nctaid_x},
      {"%cluster_nctaid.y", Special::cluster_nctaid_y},
      {"%cluster_nctaid.z", Special::cluster_nctaid_z},
      {"%clusterid.x", Special::clusterid_x},
      {"%clusterid.y", Special::clusterid_y},
      {"%clusterid.z", Special::clusterid_z},
      {"%nclusterid.x", Special::nclusterid_x},
      {"%nclusterid.y", Special::nclusterid_y},
      {"%nclusterid.z", Special::nclusterid_z},
      {"%lanemask_eq", Special::lanemask_eq},
      {"%lanemask_le", Special::lanemask_le},
      {"%lanemask_lt", Special::lanemask_lt},
      {"%lanemask_ge", Special::lanemask_ge},
      {"%lanemask_gt", Special::lanemask_gt},
      {"%envreg1", Special::envreg1},
      {"%envreg2", Special::envreg2},
      {"%dynamic_smem_size", Special::dynamic_smem_size},
      {"%total_smem_size", Special::total_smem_size},
      {"%reserved_smem_offset_begin", Special::reserved_smem},
      {"%reserved_smem_offset_0", Special::reserved_smem},
      {"%reserved_smem_offset_1", Special::reserved_smem},
      {"%reserved_smem_offset_end", Special::reserved_smem_end},
      {"%reserved_smem_offset_cap", Special::reserved_smem_bytes},
      {"WARP_SZ", Special::warp_size}};
  return names;
}

inline bool is_clock(const std::string& name) {
  return name == "%clock" || name == "%clock64" || name == "%clock_hi" || name == "%globaltimer" ||
         name == "%globaltimer_lo";
}

/// Puts a variable into memory behind others, with a gap between them that keeps what bank it is
/// in; `packed` is how much there is without gaps.  Returns where it lies.
inline std::uint64_t place_behind(std::uint64_t& packed, std::uint64_t& gap, Gaps& gaps,
                                  std::uint64_t bytes, std::uint64_t align,
                                  std::uint64_t least_gap) {
  const std::uint64_t end = packed + gap;
  packed = rounded_up(packed, align);
  if (packed) gap = rounded_up(gap + least_gap, align);
  const std::uint64_t at = packed + gap;
  gaps.add(end, at);
  packed += bytes;
  return at;
}
constexpr std::uint64_t shared_gap = 128;  // all banks
constexpr std::uint64_t local_gap = 16;

/// Where the variables of a module are, for all its functions.
struct Symbols {
  std::unordered_map<std::string, std::uint64_t> shared;  // offsets
  std::uint64_t shared_bytes = 0;                         // of named variables
  std::uint64_t shared_gap = 0;                           // between them, in all
  Gaps gaps;
  std::map<const ptx::Variable*, std::uint64_t> of_functions;  // offsets; every kernel has room
  std::vector<std::string> dynamic;                            // unsized ones: behind all others
  std::uint32_t dynamic_align = 16;
};

class OperandDecoder {
 public:
  OperandDecoder(const ptx::Function& source, Function& into, const Program& program,
                 const Symbols& symbols)
      : source_(source), out_(into), program_(program), symbols_(symbols) {}

 protected:
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
    std::uint64_t local = 0, between_local = 0;
    std::uint64_t shared = symbols_.shared_bytes, between_shared = symbols_.shared_gap;
    out_.shared_gaps = symbols_.gaps;
    for (const ptx::Variable& variable : source_.variables) {
      if (variable.space == Space::local) {
        local_[variable.name] = static_cast<std::uint32_t>(place_behind(
            local, between_local, out_.local_gaps, variable.bytes, variable.align, local_gap));
      } else if (variable.space == Space::shared) {
        if (variable.unsized) {
          dynamic_.push_back(variable.name);
          continue;
        }
        const auto placed = symbols_.of_functions.find(&variable);
        const std::uint64_t at = placed != symbols_.of_functions.end()
                                     ? placed->second
                                     : place_behind(shared, between_shared, out_.shared_gaps,
                                                    variable.bytes, variable.align, shared_gap);
        shared_[variable.name] = at;
        out_.shared[at] = {variable.name, variable.bytes};
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
    const std::uint64_t dynamic =
        place_behind(shared, between_shared, out_.shared_gaps, 0, 16, shared_gap);
    for (const auto& list : {dynamic_, symbols_.dynamic})
      for (const std::string& name : list) shared_[name] = dynamic;
    out_.shared_bytes = static_cast<std::uint32_t>(shared);
    out_.shared_room = static_cast<std::uint32_t>(dynamic);
    const std::uint64_t end = local + between_local;
    out_.local_bytes = static_cast<std::uint32_t>(rounded_up(end, 16));
    out_.local_gaps.add(end, out_.local_bytes);
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
    out_.uses_reserved |= known->second == Special::reserved_smem;
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
      address = program_.function_address(found->second);
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

}  // namespace emu
