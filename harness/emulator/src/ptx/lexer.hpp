// Words of PTX text.
#pragma once

#include <cstdint>
#include <string_view>

namespace emu::ptx {

struct Token {
  enum class Kind : std::uint8_t { end, word, directive, number, string, mark };

  Kind kind = Kind::end;
  std::string_view text;  // a string without its quotes
  std::uint32_t line = 0;

  bool is(std::string_view wanted) const { return kind != Kind::string && text == wanted; }
};

/// Reads tokens one after the other; comments and white space are skipped.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  const Token& peek() const { return token_; }
  Token take();

  /// The rest of the line on which the next token stands, for directives that end with their line.
  std::string_view take_line();

 private:
  void advance();
  void skip_blank();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t token_start_ = 0;
  std::uint32_t line_ = 1;
  Token token_;
};

}  // namespace emu::ptx
