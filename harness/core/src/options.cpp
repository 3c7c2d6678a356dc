#include "league/options.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "league/parameters.hpp"

namespace league {

long parse_integer(const std::string& text, const std::string& what, long low, long high) {
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || errno != 0)
    throw UsageError(what + ": '" + text + "' is not a whole number");
  if (value < low || value > high)
    throw UsageError(what + ": " + text + " is outside " + std::to_string(low) + " to " +
                     std::to_string(high));
  return value;
}

Options parse_options(int argc, const char* const* argv, const std::vector<ExtraOption>& extras) {
  Options options;
  int at = 1;
  const auto value = [&] {
    if (at + 1 >= argc) throw UsageError(std::string(argv[at]) + " needs a value");
    return std::string(argv[++at]);
  };
  constexpr long many = 1000000;
  const std::map<std::string_view, bool Options::*> switches{{"--describe", &Options::describe},
                                                             {"--selftest", &Options::selftest},
                                                             {"--allow-host", &Options::allow_host},
                                                             {"--guard", &Options::guard},
                                                             {"--help", &Options::help},
                                                             {"-h", &Options::help}};
  for (; at < argc; ++at) {
    const std::string option = argv[at];
    if (option == "--class") {
      const auto letter = value();
      if (letter.size() != 1) throw UsageError("--class: '" + letter + "' is not a letter");
      options.class_letter = letter[0];
    } else if (option == "--precision") {
      options.precision = value();
    } else if (option == "--repeat") {
      options.repeat = static_cast<int>(parse_integer(value(), option, 1, many));
    } else if (option == "--warmup") {
      options.warmup = static_cast<int>(parse_integer(value(), option, 0, many));
    } else if (option == "--set") {
      const auto text = value();
      const auto equals = text.find('=');
      if (equals == std::string::npos) throw UsageError("--set: '" + text + "' is not key=value");
      options.set.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    } else if (option == "--record") {
      options.record = value();
    } else if (const auto found = switches.find(option); found != switches.end()) {
      options.*found->second = true;
    } else if (const auto own = std::find_if(extras.begin(), extras.end(),
                                             [&](const auto& one) { return one.name == option; });
               own != extras.end()) {
      options.extra[option] = own->value.empty() ? "" : value();
    } else {
      throw UsageError("unknown option '" + option + "'");
    }
  }
  return options;
}

void override_values(const Options& options, Values& values) {
  for (const auto& [key, text] : options.set) {
    NamedValue* found = nullptr;
    std::string known;
    for (NamedValue& one : values) {
      known += std::string(known.empty() ? "" : ", ") + one.name;
      if (key == one.name) found = &one;
    }
    if (!found) throw UsageError("--set: no parameter '" + key + "'; there are: " + known);
    found->value = int(parse_integer(text, "--set " + key, found->low, found->high));
    if (found->value % found->step != 0)
      throw UsageError("--set " + key + ": " + text + " is not a multiple of " +
                       std::to_string(found->step));
  }
}

void refuse_class(char letter, const std::string& letters) {
  throw UsageError(std::string("no class '") + letter + "'; there are:" + letters);
}

void demand_writable(const std::string& path, const std::string& option) {
  const bool there = std::filesystem::exists(path);
  const bool writable = std::ofstream(path, std::ios::app).good();
  const std::string reason = std::strerror(errno);
  if (!writable) throw UsageError(option + ": cannot write '" + path + "' (" + reason + ")");
  if (!there) std::remove(path.c_str());
}

std::string usage(const std::string& program, const std::vector<ExtraOption>& extras) {
  std::string own;
  for (const auto& extra : extras) {
    std::string left = "  " + std::string(extra.name) + ' ' + std::string(extra.value);
    left.resize(std::max<std::size_t>(left.size() + 1, 29), ' ');
    own += left + std::string(extra.help) + '\n';
  }
  return "usage: " + program + R"( [options]
  --class S|W|A|B|C          problem size (default S); --describe lists them
  --precision NAME           fp32, fp64, int32, complex128 or all (default)
  --repeat N --warmup N      repetitions that count (3), and before them (1)
  --set key=value            override a parameter of the class; repeatable
  --record FILE              append one JSON line per class and precision; "-" is stdout
  --describe                 classes and precisions as JSON
  --selftest                 break results on purpose; every check must notice
  --guard                    host arrays are inaccessible while a kernel runs
  --allow-host               let an offload variant run on the host; the record says so
)" + own +
         R"(exit: 0 pass, 1 not passed, 2 usage, 3 ran on the host, 4 does not fit in memory, 77 no device
)";
}

}  // namespace league
