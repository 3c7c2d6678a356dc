#include "check/findings.hpp"

#include <algorithm>
#include <cstdio>

#include "check/known.hpp"

namespace emu {

std::string_view name_of(Fault fault) {
  static constexpr std::string_view names[] = {"out-of-bounds",
                                               "misaligned",
                                               "use-after-free",
                                               "wrong-space",
                                               "uninitialised-read",
                                               "race",
                                               "same-value-race",
                                               "narrow-scope",
                                               "stream-race",
                                               "divergent-barrier",
                                               "endless-wait",
                                               "lane-mask",
                                               "host-access",
                                               "trap",
                                               "trap",
                                               "barrier-count",
                                               "stack-overflow",
                                               "constant-store",
                                               "division-by-zero",
                                               "missing-wait"};
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
    case Fault::assertion:
    case Fault::stack_overflow:
    case Fault::constant_store:
      return true;
    default:
      return false;
  }
}

void Findings::set_up(std::vector<std::string> suppressed, const std::string& file) {
  suppressed_ = std::move(suppressed);
  if (file.empty()) return;
  file_ = std::fopen(file.c_str(), "a");
  if (!file_) std::fprintf(stderr, "gpu-emulator: %s cannot be written\n", file.c_str());
}

bool Findings::suppressed(const std::string& line) const {
  return std::any_of(suppressed_.begin(), suppressed_.end(),
                     [&](const std::string& part) { return line.find(part) != std::string::npos; });
}

void Findings::add(Fault fault, const Site& site, const std::string& detail,
                   const std::function<std::string()>& place) {
  const bool race = fault == Fault::race || fault == Fault::same_value_race;
  std::string reason(
      race ? known_race(*site.name, *site.unit, detail, fault == Fault::same_value_race)
           : std::string_view());
  const auto known_before = index_.find({fault, site.function, site.line, false});
  if (reason.empty() && known_before != index_.end() && !suppressed_.empty() &&
      index_.count({fault, site.function, site.line, true}) == 0) {
    ++known_[known_before->second].times;  // suppressed
    return;
  }
  const auto key = std::make_tuple(fault, site.function, site.line, reason.empty());
  if (const auto at = index_.find(key); at != index_.end()) {
    if (reason.empty()) {
      ++count_;
      last_ = at->second;
    }
    ++(reason.empty() ? list_ : known_)[at->second].times;
    return;
  }
  const std::string text = place() + ": " + detail;
  if (reason.empty() && suppressed(std::string(name_of(fault)) + ": " + text))
    reason = "suppressed";
  if (reason.empty()) {
    index_.emplace(key, list_.size());
    ++count_;
    store(fault, text);
    return;
  }
  index_.emplace(std::make_tuple(fault, site.function, site.line, false), known_.size());
  known_.push_back({fault, std::string(name_of(fault)) + ": " + text + " (" + reason + ")", 1});
}

void Findings::add(Fault fault, const std::string& text) {
  if (suppressed(std::string(name_of(fault)) + ": " + text)) {
    known_.push_back({fault, std::string(name_of(fault)) + ": " + text + " (suppressed)", 1});
    return;
  }
  ++count_;
  store(fault, text);
}

void Findings::store(Fault fault, const std::string& text) {
  const std::string line = std::string(name_of(fault)) + ": " + text;
  last_ = list_.size();
  list_.push_back({fault, line, 1});
  if (is_fatal(fault) && !fatal_) {
    fatal_ = true;
    first_fatal_ = fault;
  }
  std::fprintf(stderr, "gpu-emulator: %s\n", line.c_str());
  if (!file_) return;
  std::fprintf(file_, "%s\n", line.c_str());
  std::fflush(file_);
}

}  // namespace emu
