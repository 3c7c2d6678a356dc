// What a selftest says, whatever the benchmark is.
#include "league/selftest.hpp"

namespace league {

std::vector<std::size_t> places(std::size_t size) {
  std::vector<std::size_t> chosen;
  for (std::size_t part = 0; part <= 16; ++part) chosen.push_back((size - 1) * part / 16);
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Expectations::Expectations(std::string_view benchmark, bool single, std::ostream& out,
                           std::vector<std::string>& failures)
    : name_(std::string(benchmark) + (single ? " fp32 " : " fp64 ")),
      out_(out),
      failures_(failures) {}

void Expectations::expect(const std::string& what, const std::string& got,
                          const char* wanted) const {
  const std::string name = name_ + what + ": ";
  if ((std::string(" ") + wanted + " ").find(' ' + got + ' ') != std::string::npos)
    out_ << "ok     " << name << got << '\n';
  else
    failures_.push_back("FAILED " + name + "expected " + wanted + ", found " + got);
}

void Expectations::at(const char* what, std::size_t place, std::size_t size, const std::string& got,
                      const char* wanted) const {
  expect(std::string(what) + " at element " + std::to_string(place) + " of " + std::to_string(size),
         got, wanted);
}

void Expectations::seen(const std::string& what, bool was_seen) const {
  expect(what, was_seen ? "wrong" : "pass", "wrong");
}

std::string output_name(const char* which, int number) {
  return std::string(which) + " of output " + std::to_string(number);
}

std::string output_name(std::size_t element, int number) {
  return "element " + std::to_string(element) + " of output " + std::to_string(number);
}

}  // namespace league
