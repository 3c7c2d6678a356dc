#include "check/findings.hpp"

#include <cstdio>

#include "check/known.hpp"

namespace emu {

std::string_view name_of(Fault fault) {
  static constexpr std::string_view names[] = {
      "out-of-bounds", "misaligned",      "use-after-free", "wrong-space", "uninitialised-read",
      "race",          "same-value-race", "narrow-scope",   "stream-race", "divergent-barrier",
      "endless-wait",  "lane-mask",       "host-access",    "trap"};
  static_assert(std::size(names) == static_cast<std::size_t>(Fault::count_of));
  return names[static_cast<std::size_t>(fault)];
}

bool is_fatal(Fault fault) {
  switch (fault) {
    case Fault::out_of_bounds:
    case Fault::misaligned:
    case Fault::use_after_free:
    case Fault::wrong_space:
    case Fault::divergent_barrier:
    case Fault::endless_wait:
    case Fault::trap:
      return true;
    default:
      return false;
  }
}

void Findings::add(Fault fault, const Site& site, const std::string& detail,
                   const std::function<std::string()>& place) {
  const bool race = fault == Fault::race || fault == Fault::same_value_race;
  const std::string_view reason =
      race ? known_race(*site.name, *site.unit, detail, fault == Fault::same_value_race)
           : std::string_view();
  std::vector<Finding>& list = reason.empty() ? list_ : known_;
  count_ += reason.empty();
  const auto key = std::make_tuple(fault, site.function, site.line, reason.empty());
  const auto [at, fresh] = index_.emplace(key, list.size());
  if (!fresh) {
    ++list[at->second].times;
    return;
  }
  const std::string text = place() + ": " + detail;
  if (reason.empty())
    store(fault, text);
  else
    known_.push_back(
        {fault, std::string(name_of(fault)) + ": " + text + " (" + std::string(reason) + ")", 1});
}

void Findings::add(Fault fault, const std::string& text) {
  ++count_;
  store(fault, text);
}

void Findings::store(Fault fault, const std::string& text) {
  const std::string line = std::string(name_of(fault)) + ": " + text;
  list_.push_back({fault, line, 1});
  if (is_fatal(fault) && !fatal_) {
    fatal_ = true;
    first_fatal_ = fault;
  }
  std::fprintf(stderr, "gpu-emulator: %s\n", line.c_str());
}

}  // namespace emu
