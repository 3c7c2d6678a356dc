#include "flow_deck.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "../common/deck.hpp"
#include "league/options.hpp"

namespace flow {
namespace {

using Words = std::vector<std::string>;

constexpr int most_problems = 100;

/// Where a message points to.
struct Place {
  const std::string& name;
  int line;
};

[[noreturn]] void refuse(const Place& place, const std::string& what) {
  throw league::UsageError(place.name + ", line " + std::to_string(place.line) + ": " + what);
}

/// What a message shows of a word: printable, and not more than fits on a line.
std::string shown(std::string word) {
  for (char& c : word)
    if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
  if (word.size() > 40) word = word.substr(0, 37) + "...";
  return "'" + word + "'";
}

/// Words of a line without its comment; `=` is a blank.
Words split(std::string line) {
  line.resize(std::min({line.find("//"), line.find('#'), line.size()}));
  for (char& c : line)
    if (c == '=' || std::iscntrl(static_cast<unsigned char>(c))) c = ' ';
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

double number(const Place& place, const std::string& key, const std::string& text) {
  char* end = nullptr;
  const bool plain = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
  const double value = plain ? std::strtod(text.c_str(), &end) : 0;
  if (!plain || end == text.c_str() || *end != '\0' || !std::isfinite(value))
    refuse(place, shown(key) + ": " + shown(text) + " is not a finite number");
  return value;
}

/// The values a file gives to its keys.
class Values {
 public:
  Values(const std::string& name, const deck::Keys& known) : name_(name), known_(known) {}

  /// Takes `key value`.
  void take(const Place& place, const Words& words) {
    const std::string& key = words[0];
    if (known_.find(key) == nullptr) {
      const std::string near = known_.nearest(key);
      refuse(place,
             "unknown key " + shown(key) + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (words.size() < 2) refuse(place, shown(key) + " has no value; write " + shown(key) + " N");
    if (words.size() > 2)
      refuse(place, shown(words[2]) + " stands behind the value of " + shown(key));
    if (find(key) != nullptr)
      refuse(place,
             shown(key) + " is given twice, first in line " + std::to_string(find(key)->line));
    found_.push_back({key, place.line, number(place, key, words[1])});
  }

  /// A value that has to be there and above zero.
  double positive(const std::string& key) const {
    const Found& found = demand(key);
    if (!(found.value > 0)) refuse({name_, found.line}, "'" + key + "' has to be above zero");
    return found.value;
  }

  int whole(const std::string& key, int low, int high) const {
    const Found& found = demand(key);
    if (found.value != std::floor(found.value) || found.value < low || found.value > high)
      refuse({name_, found.line}, "'" + key + "' has to be a whole number from " +
                                      std::to_string(low) + " to " + std::to_string(high));
    return static_cast<int>(found.value);
  }

 private:
  struct Found {
    std::string key;
    int line;
    double value;
  };
  const Found* find(const std::string& key) const {
    for (const Found& found : found_)
      if (found.key == key) return &found;
    return nullptr;
  }
  const Found& demand(const std::string& key) const {
    if (find(key) == nullptr)
      throw league::UsageError(name_ + ": the key '" + key + "' is missing");
    return *find(key);
  }

  const std::string& name_;
  const deck::Keys& known_;
  std::vector<Found> found_;
};

struct ProblemKey {
  const char* name;
  double Problem::* value;
  bool may_be_zero;
};
constexpr std::array problem_keys{
    ProblemKey{"density", &Problem::density, true}, ProblemKey{"energy", &Problem::energy, true},
    ProblemKey{"xpos", &Problem::x, true},          ProblemKey{"ypos", &Problem::y, true},
    ProblemKey{"width", &Problem::width, false},    ProblemKey{"height", &Problem::height, false},
};

Problem parse_problem(const Place& place, const Words& words) {
  Problem problem{};
  double unused = 0;
  deck::Keys known;
  for (const ProblemKey& key : problem_keys) known.number(key.name, unused);
  std::array<bool, problem_keys.size()> given{};
  for (std::size_t w = 1; w < words.size(); w += 2) {
    std::size_t k = 0;
    while (k < problem_keys.size() && words[w] != problem_keys[k].name) ++k;
    if (k == problem_keys.size()) {
      const std::string near = known.nearest(words[w]);
      refuse(place, "unknown key " + shown(words[w]) + " in " + shown(words[0]) +
                        (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (w + 1 >= words.size()) refuse(place, shown(words[w]) + " has no value");
    if (given[k]) refuse(place, shown(words[w]) + " is given twice in " + shown(words[0]));
    const double value = number(place, words[w], words[w + 1]);
    if (problem_keys[k].may_be_zero ? !(value >= 0) : !(value > 0))
      refuse(place, shown(words[w]) + (problem_keys[k].may_be_zero ? " must not be below zero"
                                                                   : " has to be above zero"));
    problem.*problem_keys[k].value = value;
    given[k] = true;
  }
  for (std::size_t k = 0; k < given.size(); ++k)
    if (!given[k])
      refuse(place, shown(words[0]) + " has no '" + std::string(problem_keys[k].name) + "'");
  if ((problem.density == 0) != (problem.energy == 0))
    refuse(place,
           shown(words[0]) +
               ": 'density' and 'energy' have to be above zero, or both zero: " + "a vacuum");
  return problem;
}

}  // namespace

Deck parse_deck(const std::string& text, const std::string& name) {
  double unused = 0;
  deck::Keys known;
  for (const char* key : {"dt", "nx", "ny", "iterations", "visit_dump", "problem_0"})
    known.number(key, unused);
  Values values(name, known);
  Deck deck;
  std::vector<std::pair<int, Problem>> found;
  std::istringstream stream(text);
  int line = 0;
  for (std::string raw; std::getline(stream, raw);) {
    const Place place{name, ++line};
    const Words words = split(raw);
    if (words.empty()) continue;
    const std::string digits = words[0].rfind("problem_", 0) == 0 ? words[0].substr(8) : "";
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
      values.take(place, words);
      continue;
    }
    const int index = digits.size() > 4 ? most_problems : std::stoi(digits);
    if (index >= most_problems)
      refuse(place,
             shown(words[0]) + ": problems are numbered below " + std::to_string(most_problems));
    for (const auto& other : found)
      if (other.first == index) refuse(place, shown(words[0]) + " is given twice");
    found.emplace_back(index, parse_problem(place, words));
  }
  deck.dt = values.positive("dt");
  deck.nx = values.whole("nx", 4, 65536);
  deck.ny = values.whole("ny", 4, 65536);
  deck.iterations = values.whole("iterations", 1, 1000000);
  values.whole("visit_dump", 0, 1000000000);
  deck.problems.resize(found.size());
  std::vector<bool> given(found.size());
  for (const auto& [index, problem] : found)
    if (std::size_t(index) < found.size()) {
      deck.problems[index] = problem;
      given[index] = true;
    }
  for (std::size_t p = 0; p < given.size(); ++p)
    if (!given[p])
      throw league::UsageError(name + ": 'problem_" + std::to_string(p) +
                               "' is missing, though there are later ones");
  if (found.empty()) throw league::UsageError(name + ": the key 'problem_0' is missing");
  return deck;
}

Root parse_root(const std::string& text, const std::string& name) {
  double unused = 0;
  deck::Keys known;
  for (const char* key : {"width", "height", "depth", "max_dt", "sim_end"})
    known.number(key, unused);
  Values values(name, known);
  std::istringstream stream(text);
  int line = 0;
  for (std::string raw; std::getline(stream, raw);) {
    const Place place{name, ++line};
    const Words words = split(raw);
    if (!words.empty()) values.take(place, words);
  }
  values.positive("depth");  // of no consequence in two dimensions
  return {values.positive("width"), values.positive("height"), values.positive("max_dt"),
          values.positive("sim_end")};
}

void load(const std::string& path, Deck& deck, Root& root) {
  const auto slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
  deck = parse_deck(deck::load(path), path.substr(folder.size()));
  std::string text;
  try {
    text = deck::load(folder + "../arch.params");
  } catch (const league::UsageError&) {
    try {
      text = deck::load(folder + "arch.params");
    } catch (const league::UsageError&) {
      throw league::UsageError("there is no readable arch.params, neither one folder above " +
                               path.substr(folder.size()) + " nor beside it");
    }
  }
  root = parse_root(text, "arch.params");
}

}  // namespace flow
