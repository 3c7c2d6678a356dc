// Named parameters of a class, so that --describe can list and --set can change them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "league/contract.hpp"
#include "league/options.hpp"

namespace league {

using Values = std::vector<std::pair<std::string, long>>;

/// Names and values of a class, in the order of the contract.
template <typename B>
Values values_of(const typename B::Class& cls) {
  Values values;
  for (const auto& parameter : B::parameters)
    values.emplace_back(parameter.name, cls.*parameter.member);
  return values;
}

/// The class of that letter with the overrides of --set applied.  Throws UsageError.
template <typename B>
typename B::Class choose_class(const Options& options) {
  std::string letters;
  for (const auto& candidate : B::classes) {
    letters += letters.empty() ? "" : " ";
    letters += candidate.letter;
    if (candidate.letter != options.class_letter) continue;
    auto cls = candidate;
    for (const auto& [key, text] : options.set) {
      std::string known;
      bool found = false;
      for (const auto& parameter : B::parameters) {
        known += std::string(known.empty() ? "" : ", ") + parameter.name;
        if (key != parameter.name) continue;
        found = true;
        const long value = parse_integer(text, "--set " + key, parameter.low, parameter.high);
        if (value % parameter.step != 0)
          throw UsageError("--set " + key + ": " + text + " is not a multiple of " +
                           std::to_string(parameter.step));
        cls.*parameter.member = static_cast<int>(value);
      }
      if (!found) throw UsageError("--set: no parameter '" + key + "'; there are: " + known);
    }
    return cls;
  }
  throw UsageError(std::string("no class '") + options.class_letter + "'; there are: " + letters);
}

}  // namespace league
