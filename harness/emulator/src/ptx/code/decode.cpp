#include "ptx/code/decode.hpp"

#include <algorithm>
#include <cstdlib>

#include "exec/warp_ops.hpp"
#include "ptx/code/decode_matrix.hpp"
#include "ptx/code/decode_order.hpp"
#include "ptx/code/fidelity.hpp"
#include "ptx/code/form.hpp"

namespace emu {
namespace {

class FunctionDecoder : public MatrixDecoder {
 public:
  using MatrixDecoder::MatrixDecoder;

  void run() {
    lay_out_parameters();
    lay_out_registers();
    lay_out_variables();
    for (const ptx::Instruction& instruction : source_.body) {
      Inst inst;
      inst.line = instruction.ptx_line;
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
    tell_fidelity(source_, out_);
    find_guesses(out_.code);
    find_reductions(out_.code, out_.shared, program_.shared);
    if (out_.program->uniform) find_releases(out_.code);
    // Registers come first, what never changes behind them.
    out_.constants_at = constants_at_;
    out_.register_bytes = constants_at_ + static_cast<std::uint32_t>(out_.constants.size());
  }

 private:
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
        {"mma", &FunctionDecoder::multiply},
        {"wmma", &FunctionDecoder::multiply},
        {"ldmatrix", &FunctionDecoder::move_matrices},
        {"stmatrix", &FunctionDecoder::move_matrices},
        {"movmatrix", &FunctionDecoder::move_matrices},
        {"cp", &FunctionDecoder::copy_async},
        {"mbarrier", &FunctionDecoder::barrier_object},
        {"tex", &FunctionDecoder::texture},
        {"ld", &FunctionDecoder::load_store},
        {"ldu", &FunctionDecoder::load_store},
        {"st", &FunctionDecoder::load_store},
        {"atom", &FunctionDecoder::atomic},
        {"red", &FunctionDecoder::atomic},
        {"cvta", &FunctionDecoder::convert_address},
        {"mapa", &FunctionDecoder::map_rank},
        {"getctarank", &FunctionDecoder::map_rank},
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

  void formed(const ptx::Instruction& instruction, Inst& inst) {
    const std::string& op = instruction.words[0];
    Form form;
    const bool compares =
        op == "setp" || op == "set" || op == "testp" || op == "selp" || op == "slct";
    const bool converts = op == "cvt";
    const bool known = compares   ? compare_form(instruction, form, inst)
                       : converts ? convert_form(instruction, form, inst)
                                  : arithmetic_form(instruction, form, inst);
    if (!known) unknown(instruction);
    inst.run = form.run;
    inst.kind = form.kind;
    tell_spread(instruction, form, inst);
    if (form.carry) {
      inst.extra = carry_;
      inst.carry =
          static_cast<std::uint8_t>((instruction.has("cc") ? carry_out : 0) |
                                    (op == "addc" || op == "subc" || op == "madc" ? carry_in : 0) |
                                    (op == "sub" || op == "subc" ? carry_subtracts : 0) |
                                    (instruction.has("hi") ? carry_high : 0));
    } else if (!compares && !converts) {
      inst.rounding = rounding_of(instruction);
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
      inst.d_bytes = inst.width;
      inst.a_bytes = inst.bytes;
      const auto whole = [](Type t) { return t.kind == 'u' || t.kind == 's' || t.kind == 'b'; };
      if (whole(form.d) && whole(form.sources[0]) && !inst.saturate) inst.spread = Spread::moves;
      inst.a = read(a, form.sources[0], false);
      if (form.count == 2) inst.b = read(operand(instruction, 2), form.sources[1]);
      return;
    }
    std::uint32_t* const slots[] = {&inst.a, &inst.b, &inst.c};
    for (int i = 0; i < form.count; ++i)
      *slots[i] = read(operand(instruction, static_cast<std::size_t>(i) + 1), form.sources[i]);
    if (compares && form.count == 3) inst.c_negated = operand(instruction, 3).negated;
    if (op == "bfi") inst.e = read(operand(instruction, 4), u32_type);
    if (op == "lop3") inst.e = read(operand(instruction, 4), u32_type);
  }

  static std::uint8_t lane_bytes(Type type) {
    return type.kind == 'p' ? predicate_bytes : static_cast<std::uint8_t>(type.bytes());
  }

  // How undefined sources make the result undefined; nothing said: any of them all of it.
  static void tell_spread(const ptx::Instruction& instruction, const Form& form, Inst& inst) {
    static const std::unordered_map<std::string, Spread> known = {
        {"and", Spread::and_},      {"or", Spread::or_},         {"xor", Spread::bits},
        {"not", Spread::bits},      {"shl", Spread::moves},      {"shr", Spread::moves},
        {"bfe", Spread::moves},     {"bfi", Spread::moves_two},  {"prmt", Spread::moves_two},
        {"shf", Spread::moves_two}, {"selp", Spread::moves_two}, {"brev", Spread::moves},
        {"lop3", Spread::table},    {"add", Spread::upwards},    {"sub", Spread::upwards}};
    const auto told = known.find(instruction.words[0]);
    inst.spread = told == known.end() ? Spread::all : told->second;
    const bool real = form.d.kind == 'f' || form.d.kind == 'h' || form.d.kind == 'e';
    if ((inst.spread == Spread::upwards && real) || form.carry) inst.spread = Spread::all;
    const bool joins = inst.spread == Spread::and_ || inst.spread == Spread::or_;
    if (form.d.kind == 'p' && !joins) inst.spread = Spread::all;  // of a bit
    inst.d_bytes = lane_bytes(form.d);
    std::uint8_t* const bytes[] = {&inst.a_bytes, &inst.b_bytes, &inst.c_bytes};
    for (int i = 0; i < form.count; ++i) *bytes[i] = lane_bytes(form.sources[i]);
  }

  void move(const ptx::Instruction& instruction, Inst& inst) {
    const Type type = last_type(instruction);
    const Operand& d = operand(instruction, 0);
    const Operand& a = operand(instruction, 1);
    inst.kind = Class::move;
    if (type.kind == 'p') {
      inst.run = move_predicate;
      inst.spread = Spread::all;
      inst.d_bytes = inst.a_bytes = predicate_bytes;
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
      inst.spread = packs ? Spread::packs : Spread::unpacks;
      if (packs)
        inst.d = write(d, type);
      else
        inst.a = read(a, type);
      return;
    }
    inst.d = write(d, type);
    inst.spread = Spread::moves;
    inst.d_bytes = inst.a_bytes = inst.width;
    if (a.kind == Kind::reg && is_clock(a.name)) {
      inst.spread = Spread::all;
      inst.a_bytes = 0;
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
      if (callee.name == "malloc" || callee.name == "free") inst.kind = Class::allocation;
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
};

void demand_target(const ptx::Module& module) {
  // sm_30 is what GCC's libraries are made for.
  if (module.target.rfind("sm_", 0) != 0)
    throw Unsupported("PTX for the target '" + module.target + "' is not supported");
}

/// Gives a variable a place in the shared memory of every kernel.
std::uint64_t place_shared(const ptx::Variable& variable, Program& program, Symbols& symbols) {
  const std::uint64_t at = place_behind(symbols.shared_bytes, symbols.shared_gap, symbols.gaps,
                                        variable.bytes, variable.align, shared_gap);
  program.shared[at] = {variable.name, variable.bytes};
  return at;
}

void place_variables(const ptx::Module& module, Program& program, Symbols& symbols,
                     VariablePlacer& placer) {
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space == Space::shared) {
      if (variable.unsized)
        symbols.dynamic.push_back(variable.name);
      else
        symbols.shared[variable.name] = place_shared(variable, program, symbols);
    } else if (!variable.external) {
      const auto bytes = std::max<std::uint64_t>(variable.bytes, variable.data.size());
      program.symbols[variable.name] = placer.place(variable.name, bytes, variable.data);
      program.symbol_bytes[variable.name] = bytes;
      if (variable.space == Space::constant) placer.protect(program.symbols[variable.name], bytes);
    }
  }
  for (const ptx::Function& function : module.functions)
    for (const ptx::Variable& variable : function.variables)
      if (!function.entry && variable.space == Space::shared && !variable.unsized)
        symbols.of_functions[&variable] = place_shared(variable, program, symbols);
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
        address = program.function_address(function->second);
      else
        throw Unsupported("'" + relocation.symbol + "' in the initial value of '" + variable.name +
                          "' is not declared");
      address += static_cast<std::uint64_t>(relocation.addend);
      placer.write(program.symbols.at(variable.name) + relocation.offset, &address,
                   relocation.bytes);
    }
}

}  // namespace

std::unique_ptr<Program> decode(const ptx::Module& module, VariablePlacer& placer) {
  demand_target(module);
  auto program = std::make_unique<Program>();
  program->language = "PTX";
  program->target = module.target;
  program->architecture = std::atoi(module.target.c_str() + 3);
  program->uniform =
      std::any_of(module.variables.begin(), module.variables.end(), [](const ptx::Variable& one) {
        return one.name == "__nvptx_uni" || one.name == "__nvptx_stacks";
      });
  program->of_gcc =
      program->uniform ||
      std::any_of(module.functions.begin(), module.functions.end(),
                  [](const auto& one) { return one.name.find("$_omp_fn$") != std::string::npos; });
  for (const auto& [number, file] : module.files) program->files[number] = file;
  program->functions.resize(module.functions.size());
  program->place_functions();
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function& function = program->functions[i];
    function.name = module.functions[i].name;
    function.unit = module.functions[i].unit;
    function.index = static_cast<std::uint32_t>(i);
    function.entry = module.functions[i].entry;
    function.defined = module.functions[i].defined;
    function.max_threads = module.functions[i].max_threads;
    function.cluster = module.functions[i].cluster;
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
