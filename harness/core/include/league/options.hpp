// The command line of every benchmark executable.
#pragma once

#include <cstdio>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "league/exit_codes.hpp"

namespace league {

/// An option that one benchmark has beside the common ones, as an input deck.
struct ExtraOption {
  std::string_view name;   ///< with its dashes
  std::string_view value;  ///< what help calls its value; empty: it is a switch and has none
  std::string_view help;
};

struct Options {
  char class_letter = 'S';
  std::string precision = "all";
  int repeat = 3;
  int warmup = 1;
  std::vector<std::pair<std::string, std::string>> set;  ///< --set key=value, in order
  std::string record;                                    ///< file to append to; "-" is stdout
  bool describe = false;
  bool selftest = false;
  bool allow_host = false;
  bool guard = false;
  bool help = false;
  std::map<std::string, std::string> extra;  ///< what was given of ExtraOptions

  /// The value given for an extra option, an empty one for a switch; nothing if it was not given.
  std::optional<std::string> given(std::string_view name) const {
    const auto found = extra.find(std::string(name));
    return found == extra.end() ? std::nullopt : std::optional(found->second);
  }

  /// Where text for people goes: to standard output, unless that holds the record.
  std::FILE* text() const { return record == "-" ? stderr : stdout; }
};

/// What is wrong with a command line; the message is for the user.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws UsageError for an unknown option, a missing value or a number out of range.
Options parse_options(int argc, const char* const* argv,
                      const std::vector<ExtraOption>& extras = {});

/// A whole number in [low, high]; throws UsageError that names `what`.
long parse_integer(const std::string& text, const std::string& what, long low, long high);

/// Throws UsageError that names `option` unless the file can be written.  Asked before a run, which
/// may take long; what is in the file stays, and no new one is left behind.
void demand_writable(const std::string& path, const std::string& option);

/// Text of --help.
std::string usage(const std::string& program, const std::vector<ExtraOption>& extras = {});

}  // namespace league
