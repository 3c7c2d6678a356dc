// Named parameters of a class, so that --describe can list and --set can change them.
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "league/contract.hpp"
#include "league/options.hpp"

namespace league {

/// A parameter without the type of its class: what it may be, and what it is.
struct NamedValue {
  const char* name;
  int low;
  int high;
  int step;  ///< values are multiples of it
  int value;
};
using Values = std::vector<NamedValue>;

/// Gives values to parameters as --set says, in its order.  Throws UsageError.
void override_values(const Options& options, Values& values);

/// Throws UsageError for a class that is none of `letters`.
[[noreturn]] void refuse_class(char letter, const std::string& letters);

/// The parameters of a class, in the order of the contract.
template <typename B>
Values values_of(const typename B::Class& cls) {
  Values values(std::size(B::parameters));
  auto* value = values.data();
  for (const auto& p : B::parameters) *value++ = {p.name, p.low, p.high, p.step, cls.*p.member};
  return values;
}

/// The class of that letter with the overrides of --set applied.  Throws UsageError.
template <typename B>
typename B::Class choose_class(const Options& options) {
  std::string letters;
  for (const auto& candidate : B::classes) {
    letters += std::string(" ") + candidate.letter;
    if (candidate.letter != options.class_letter) continue;
    Values values = values_of<B>(candidate);
    override_values(options, values);
    auto cls = candidate;
    const auto* value = values.data();
    for (const auto& p : B::parameters) cls.*p.member = (value++)->value;
    return cls;
  }
  refuse_class(options.class_letter, letters);
}

}  // namespace league
