#include "ptx/lexer.hpp"

#include <cctype>

namespace emu::ptx {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%';
}
bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%';
}

}  // namespace

Token Lexer::take() {
  const Token taken = token_;
  advance();
  return taken;
}

std::string_view Lexer::take_line() {
  const std::size_t start = token_start_;
  std::size_t stop = text_.find('\n', start);
  if (stop == std::string_view::npos) stop = text_.size();
  line_ = token_.line;
  at_ = stop;
  std::string_view rest = text_.substr(start, stop - start);
  if (const auto comment = rest.find("//");
      comment != std::string_view::npos && rest.find('"') == std::string_view::npos)
    rest = rest.substr(0, comment);
  advance();
  return rest;
}

void Lexer::skip_blank() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = text_.find('\n', at_);
      if (at_ == std::string_view::npos) at_ = text_.size();
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t stop = text_.find("*/", at_ + 2);
      const std::size_t next = stop == std::string_view::npos ? text_.size() : stop + 2;
      for (; at_ < next; ++at_) line_ += text_[at_] == '\n';
    } else {
      return;
    }
  }
}

void Lexer::advance() {
  skip_blank();
  token_ = Token{Token::Kind::end, {}, line_};
  token_start_ = at_;
  if (at_ >= text_.size()) return;
  const std::size_t start = at_;
  const char c = text_[at_];
  // Modifiers belong to their opcode, .x to its register, shared::cta is one word.
  const auto take_words = [&] {
    while (at_ < text_.size()) {
      if (in_word(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '.' && at_ + 1 < text_.size() && in_word(text_[at_ + 1])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "::") {
        at_ += 2;
      } else {
        break;
      }
    }
  };
  if (starts_word(c)) {
    token_.kind = Token::Kind::word;
    take_words();
  } else if (c == '.' && at_ + 1 < text_.size() && starts_word(text_[at_ + 1])) {
    token_.kind = Token::Kind::directive;
    ++at_;
    while (at_ < text_.size() && in_word(text_[at_])) ++at_;
  } else if (std::isdigit(static_cast<unsigned char>(c))) {
    token_.kind = Token::Kind::number;
    while (at_ < text_.size() &&
           (in_word(text_[at_]) || text_[at_] == '.' ||
            ((text_[at_] == '+' || text_[at_] == '-') &&
             (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E') && text_.substr(start, 2) != "0x" &&
             text_.substr(start, 2) != "0d" && text_.substr(start, 2) != "0f" &&
             text_.substr(start, 2) != "0D" && text_.substr(start, 2) != "0F" &&
             text_.substr(start, 2) != "0X")))
      ++at_;
  } else if (c == '"') {
    token_.kind = Token::Kind::string;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\n') ++line_;
      ++at_;
    }
    token_.text = text_.substr(start + 1, at_ - start - 1);
    if (at_ < text_.size()) ++at_;
    return;
  } else {
    token_.kind = Token::Kind::mark;
    ++at_;
  }
  token_.text = text_.substr(start, at_ - start);
}

}  // namespace emu::ptx
