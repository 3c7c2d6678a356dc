#include <string>

#include "ptx/statements.hpp"

namespace emu::ptx {
namespace {

class Parser : public StatementParser {
 public:
  using StatementParser::StatementParser;

  Module run() {
    while (lexer_.peek().kind != Token::Kind::end) top_level();
    return std::move(module_);
  }

 private:
  void top_level() {
    const Token token = lexer_.peek();
    if (token.kind != Token::Kind::directive)
      fail(token.line, "a directive expected before '" + str(token.text) + "'");
    const std::string_view name = token.text;
    if (name == ".version" || name == ".target") {
      lexer_.take();
      std::istringstream words(str(lexer_.take_line()));
      words >> (name == ".version" ? module_.version : module_.target);
      if (!module_.target.empty() && module_.target.back() == ',') module_.target.pop_back();
    } else if (name == ".address_size") {
      lexer_.take();
      if (integer() != 64) fail(token.line, "only addresses of 64 bits are supported");
    } else if (name == ".file") {
      file();
    } else if (name == ".section") {
      skip_section();
    } else if (name == ".pragma") {
      skip_to_semicolon();
    } else if (name == ".loc") {
      location();
    } else {
      declaration();
    }
  }

  void declaration() {
    bool external = false;
    Linkage linkage = Linkage::local;
    for (;;) {
      const Token token = lexer_.peek();
      if (token.is(".extern")) {
        external = true;
        linkage = Linkage::visible;
      } else if (token.is(".visible")) {
        linkage = Linkage::visible;
      } else if (token.is(".weak") || token.is(".common")) {
        linkage = Linkage::weak;
      } else {
        break;
      }
      lexer_.take();
    }
    const Token token = lexer_.peek();
    if (token.is(".entry") || token.is(".func")) {
      function(linkage);
    } else if (token.is(".global") || token.is(".const") || token.is(".shared")) {
      const bool shared = token.is(".shared");  // variables() reads on
      for (Variable& variable : variables()) {
        variable.unsized = variable.unsized && shared;
        variable.external = external && !variable.unsized;
        variable.linkage = linkage;
        module_.variables.push_back(std::move(variable));
      }
    } else {
      fail(token.line, "'" + str(token.text) + "' is not supported");
    }
  }

  std::vector<Variable> parameter_list() {
    std::vector<Variable> list;
    expect("(");
    if (accept(")")) return list;
    do {
      const Token token = lexer_.peek();
      if (token.is(".reg")) {
        list.push_back(register_parameter());
        continue;
      }
      if (!token.is(".param")) fail(token.line, "a parameter expected");
      Variable variable = variable_head();
      variable_name(variable);
      list.push_back(std::move(variable));
    } while (accept(","));
    expect(")");
    return list;
  }

  // .reg .u64 %name: a register of the function, and a variable @%name that holds it on its way.
  Variable register_parameter() {
    lexer_.take();
    Variable variable;
    variable.space = Space::param;
    const Token token = lexer_.take();
    if (!parse_type(token.text, variable.type) || variable.type.kind == 'p')
      fail(token.line, "'" + str(token.text) + "' is no type of a parameter");
    const std::string name = word();
    function_.registers[name] = variable.type;
    variable.type.kind = 'b';
    variable.name = "@" + name;
    variable.bytes = variable.align = variable.type.bytes();
    return variable;
  }

  void function(Linkage linkage) {
    function_ = Function();
    function_.linkage = linkage;
    function_.entry = lexer_.take().is(".entry");
    if (lexer_.peek().is("(")) function_.results = parameter_list();
    function_.name = word();
    if (lexer_.peek().is("(")) function_.parameters = parameter_list();
    while (lexer_.peek().kind == Token::Kind::directive) {
      const Token token = lexer_.take();
      if (token.is(".maxntid") || token.is(".reqntid")) {
        std::uint32_t threads = static_cast<std::uint32_t>(integer());
        while (accept(",")) threads *= static_cast<std::uint32_t>(integer());
        function_.max_threads = threads;
      } else if (token.is(".reqnctapercluster")) {
        function_.cluster = {1, 1, 1};
        std::size_t at = 0;
        do function_.cluster[at] = static_cast<std::uint32_t>(integer());
        while (accept(",") && ++at < 3);
      } else if (token.is(".minnctapersm") || token.is(".maxnreg") || token.is(".maxclusterrank")) {
        integer();
      } else if (token.is(".pragma")) {
        skip_to_semicolon();
      } else if (!token.is(".noreturn") && !token.is(".explicitcluster")) {
        fail(token.line, "'" + str(token.text) + "' is not supported for a function");
      }
    }
    scopes_ = {0};
    function_.scope_parent = {0};
    names_.clear();
    names_.emplace_back();
    vectors_.clear();
    source_ = SourceLine();
    if (!accept(";")) {
      function_.defined = true;
      expect("{");
      load_parameter_registers();
      block();
      store_result_registers(Instruction());
    }
    add_function();
  }

  void add_function() {
    for (Function& known : module_.functions) {
      if (known.name != function_.name) continue;
      if (known.defined && function_.defined)
        fail(lexer_.peek().line, "'" + known.name + "' is defined twice");
      if (known.linkage != Linkage::local) function_.linkage = known.linkage;
      if (function_.defined) known = std::move(function_);
      return;
    }
    module_.functions.push_back(std::move(function_));
  }

  // Until the matching '}'.
  void block() {
    for (;;) {
      const Token token = lexer_.peek();
      if (token.kind == Token::Kind::end) fail(token.line, "a function that does not end");
      if (accept("}")) return;
      if (accept("{")) {
        function_.scope_parent.push_back(scopes_.back());
        scopes_.push_back(static_cast<std::uint32_t>(function_.scope_parent.size() - 1));
        names_.emplace_back();
        block();
        names_.pop_back();
        scopes_.pop_back();
      } else if (token.kind == Token::Kind::directive) {
        body_directive(token);
      } else {
        statement();
      }
    }
  }

  void body_directive(const Token& token) {
    if (token.is(".loc")) {
      location();
    } else if (token.is(".file")) {
      file();
    } else if (token.is(".reg")) {
      registers();
    } else if (token.is(".pragma")) {
      skip_to_semicolon();
    } else if (token.is(".section")) {
      skip_section();
    } else {
      for (Variable& variable : variables()) {
        const bool of_module = variable.space == Space::global || variable.space == Space::constant;
        const std::string plain = variable.name;
        variable.name = declare(plain);
        if (of_module) {  // seen here alone, and there as long as the module is
          std::string& unique = names_.back()[plain];
          unique += "@" + function_.name;
          variable.name = unique;
          module_.variables.push_back(std::move(variable));
        } else {
          function_.variables.push_back(std::move(variable));
        }
      }
    }
  }
};

}  // namespace

Module parse(std::string_view text) { return Parser(text).run(); }

}  // namespace emu::ptx
