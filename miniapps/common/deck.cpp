#include "deck.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

namespace deck {
namespace {

using Words = std::vector<std::string>;

/// Where a message points to.
struct Place {
  const std::string& name;
  int line;
  std::string text() const { return name + ", line " + std::to_string(line) + ": "; }
};

[[noreturn]] void refuse(const Place& place, const std::string& what) {
  throw league::UsageError(place.text() + what);
}

/// Steps from one word to the other: letters inserted, dropped or replaced.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

/// Decks are text of Fortran as well: 1.0d-15 is a number.
bool to_number(std::string text, double& value) {
  if (text.empty() || text.find_first_not_of("+-.0123456789ed") != std::string::npos) return false;
  std::replace(text.begin(), text.end(), 'd', 'e');
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return *end == '\0' && std::isfinite(value);
}

double number_at(const Place& place, const std::string& key, const Words& words, std::size_t at) {
  if (at >= words.size()) refuse(place, "'" + key + "' has no value; write " + key + "=NUMBER");
  double value = 0;
  if (!to_number(words[at], value))
    refuse(place, "'" + key + "': '" + words[at] + "' is not a finite number");
  return value;
}

int integer_at(const Place& place, const std::string& key, const Words& words, std::size_t at,
               int low, int high) {
  const double value = number_at(place, key, words, at);
  if (value != std::floor(value)) refuse(place, "'" + key + "' has to be a whole number");
  if (value < low || value > high)
    refuse(place, "'" + key + "': " + words[at] + " is outside " + std::to_string(low) + " to " +
                      std::to_string(high));
  return static_cast<int>(value);
}

/// Words of a line in lower case, without comment; separators and control characters are blanks.
Words split(std::string line) {
  line.resize(std::min(line.find_first_of("!;#"), line.size()));
  for (char& c : line) {
    const auto byte = static_cast<unsigned char>(c);
    c = std::iscntrl(byte) || c == '=' || c == ',' ? ' ' : static_cast<char>(std::tolower(byte));
  }
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

struct Line {
  int number;
  Words words;
};

/// The lines that count, joined where a backslash continues them.
std::vector<Line> lines_of(const std::string& text, const std::string& block,
                           const std::string& name) {
  std::vector<Line> lines;
  std::istringstream stream(text);
  int number = 0;
  std::size_t first = 0;
  bool ended = false;
  bool open = false;
  bool continued = false;
  for (std::string raw; !ended && std::getline(stream, raw);) {
    ++number;
    Words words = split(raw);
    if (words.size() == 1 && words[0] == "*" + block) {
      open = true;
      first = lines.size();
      continue;
    }
    if (words.size() == 1 && words[0] == "*end" + block) {
      ended = true;
      continue;
    }
    const bool goes_on = !words.empty() && words.back() == "\\";
    if (goes_on) words.pop_back();
    if (continued)
      lines.back().words.insert(lines.back().words.end(), words.begin(), words.end());
    else
      lines.push_back({number, words});
    continued = goes_on;
  }
  if (open && !ended)
    throw league::UsageError(name + ": *" + block + " is never closed; end it with *end" + block);
  lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(first));
  return lines;
}

struct StateKey {
  const char* name;
  double State::* value;
};
constexpr std::array state_keys{
    StateKey{"density", &State::density}, StateKey{"energy", &State::energy},
    StateKey{"xvel", &State::xvel},       StateKey{"yvel", &State::yvel},
    StateKey{"xmin", &State::xmin},       StateKey{"xmax", &State::xmax},
    StateKey{"ymin", &State::ymin},       StateKey{"ymax", &State::ymax},
    StateKey{"radius", &State::radius},
};

Geometry geometry_of(const Place& place, const std::string& word) {
  if (word == "rectangle") return Geometry::rectangle;
  if (word == "circle" || word == "circular") return Geometry::circle;
  if (word == "point") return Geometry::point;
  refuse(place, "geometry '" + word + "' is none of rectangle, circle, point");
}

State state_of(const Place& place, const Words& words) {
  constexpr int most = 1000;
  State state;
  state.number = integer_at(place, "state", words, 1, 1, most);
  bool has_geometry = false;
  for (std::size_t at = 2; at < words.size(); at += 2) {
    const std::string& key = words[at];
    if (key == "geometry") {
      if (at + 1 >= words.size()) refuse(place, "'geometry' has no value");
      state.geometry = geometry_of(place, words[at + 1]);
      has_geometry = true;
      continue;
    }
    const auto known = std::find_if(state_keys.begin(), state_keys.end(),
                                    [&](const StateKey& one) { return key == one.name; });
    if (known == state_keys.end()) {
      std::string near;
      for (const auto& one : state_keys)
        if (distance(key, one.name) <= 2) near = "; did you mean '" + std::string(one.name) + "'?";
      refuse(place, "a state has no '" + key + "'" + near);
    }
    state.*known->value = number_at(place, key, words, at + 1);
  }
  if (!(state.density > 0)) refuse(place, "the density of a state has to be above zero");
  if (!(state.energy > 0)) refuse(place, "the energy of a state has to be above zero");
  if (state.number > 1 && !has_geometry) refuse(place, "state has no geometry");
  if (state.number > 1 && state.geometry == Geometry::circle && !(state.radius > 0))
    refuse(place, "the radius of a circle has to be above zero");
  if (state.number > 1 && state.geometry == Geometry::rectangle &&
      !(state.xmin < state.xmax && state.ymin < state.ymax))
    refuse(place, "a rectangle needs xmin below xmax and ymin below ymax");
  return state;
}

void demand_complete(const std::string& name, std::vector<State>& states) {
  if (states.empty())
    throw league::UsageError(name + ": there is no state; write state 1 density=... energy=...");
  std::sort(states.begin(), states.end(),
            [](const State& a, const State& b) { return a.number < b.number; });
  for (std::size_t at = 0; at < states.size(); ++at)
    if (states[at].number != static_cast<int>(at) + 1)
      throw league::UsageError(name + ": state " + std::to_string(at + 1) +
                               " is missing; states count from 1 without a gap");
}

/// Names a key without effect, once.
void warn_without_effect(const Place& place, const std::string& key,
                         std::vector<std::string>& warnings) {
  const std::string what = "'" + key + "' is ignored: it has no effect here";
  for (const auto& warning : warnings)
    if (warning.size() >= what.size() &&
        warning.compare(warning.size() - what.size(), what.size(), what) == 0)
      return;
  warnings.push_back(place.text() + what);
}

/// Takes the key at words[at] and its value; returns where the next key is.
std::size_t take(const Place& place, const Keys& keys, const Words& words, std::size_t at,
                 std::vector<std::string>& warnings) {
  const std::string& word = words[at];
  const Keys::Key* key = keys.find(word);
  if (key == nullptr) {
    const std::string near = keys.nearest(word);
    refuse(place,
           "unknown key '" + word + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  using Kind = Keys::Key::Kind;
  switch (key->kind) {
    case Kind::number:
      *key->number = number_at(place, word, words, at + 1);
      return at + 2;
    case Kind::integer:
      *key->whole = integer_at(place, word, words, at + 1, key->low, key->high);
      return at + 2;
    case Kind::flag:
      *key->whole = key->low;
      return at + 1;
    case Kind::choice: {
      const std::string given = at + 1 < words.size() ? words[at + 1] : "";
      const auto found = std::find(key->words.begin(), key->words.end(), given);
      if (found == key->words.end()) {
        std::string known;
        for (const auto& one : key->words) known += (known.empty() ? "" : ", ") + one;
        refuse(place, "'" + word + "': '" + given + "' is none of " + known);
      }
      *key->whole = static_cast<int>(found - key->words.begin());
      return at + 2;
    }
    case Kind::ignored_value:
      warn_without_effect(place, key->name, warnings);
      return at + 2;
    case Kind::ignored_flag:
      warn_without_effect(place, key->name, warnings);
      break;
  }
  return at + 1;
}

}  // namespace

Keys& Keys::add(Key key) {
  keys_.push_back(std::move(key));
  return *this;
}

Keys& Keys::number(std::string_view name, double& value) {
  return add({Key::Kind::number, std::string(name), &value, nullptr, 0, 0, {}});
}

Keys& Keys::integer(std::string_view name, int& value, int low, int high) {
  return add({Key::Kind::integer, std::string(name), nullptr, &value, low, high, {}});
}

Keys& Keys::flag(std::string_view name, int& value, int given) {
  return add({Key::Kind::flag, std::string(name), nullptr, &value, given, given, {}});
}

Keys& Keys::choice(std::string_view name, int& value, std::vector<std::string> words) {
  return add({Key::Kind::choice, std::string(name), nullptr, &value, 0, 0, std::move(words)});
}

Keys& Keys::ignored(std::string_view name, bool has_value) {
  const auto kind = has_value ? Key::Kind::ignored_value : Key::Kind::ignored_flag;
  return add({kind, std::string(name), nullptr, nullptr, 0, 0, {}});
}

const Keys::Key* Keys::find(const std::string& name) const {
  const bool prefixed = !prefix_.empty() && name.compare(0, prefix_.size(), prefix_) == 0;
  const std::string bare = prefixed ? name.substr(prefix_.size()) : name;
  for (const auto& key : keys_)
    if (key.name == name || key.name == bare) return &key;
  return nullptr;
}

std::string Keys::nearest(const std::string& name) const {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const auto& key : keys_)
    for (const auto& spelled : {key.name, prefix_ + key.name}) {
      const std::size_t steps = distance(name.substr(0, 64), spelled);
      if (steps >= least) continue;
      least = steps;
      best = spelled;
    }
  return best;
}

std::vector<State> parse(const std::string& text, std::string_view block, const std::string& name,
                         const Keys& keys, std::vector<std::string>& warnings) {
  std::vector<State> states;
  for (const auto& [number, words] : lines_of(text, std::string(block), name)) {
    const Place place{name, number};
    for (std::size_t at = 0; at < words.size();) {
      if (words[at] != "state") {
        at = take(place, keys, words, at, warnings);
        continue;
      }
      const State state = state_of(place, Words(words.begin() + std::ptrdiff_t(at), words.end()));
      for (const auto& other : states)
        if (other.number == state.number)
          refuse(place, "state " + std::to_string(state.number) + " is given twice");
      states.push_back(state);
      break;  // it takes the rest of the line
    }
  }
  demand_complete(name, states);
  return states;
}

std::string load(const std::string& path) {
  constexpr std::size_t most = 1 << 20;
  if (std::error_code none; !std::filesystem::is_regular_file(path, none))  // a pipe is waited for
    throw league::UsageError("cannot read the deck " + path + ": it is no plain file");
  std::ifstream file(path, std::ios::binary);
  std::string text(most + 1, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() && file.fail()) throw league::UsageError("cannot read the deck " + path);
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  if (text.empty()) throw league::UsageError("cannot read the deck " + path + ", or it is empty");
  if (text.size() > most)
    throw league::UsageError(path + " is larger than a mebibyte, which no deck is");
  return text;
}

void tell(const std::vector<std::string>& warnings, bool strict) {
  if (strict && !warnings.empty()) throw league::UsageError(warnings.front());
  for (const auto& warning : warnings) std::cerr << "warning: " << warning << '\n';
}

void demand_domain(const std::string& name, int x_cells, int y_cells, double xmin, double xmax,
                   double ymin, double ymax) {
  constexpr double most = 2e9;
  if (x_cells < 1 || y_cells < 1)
    throw league::UsageError(name + ": x_cells and y_cells have to be 1 or more");
  if (double(x_cells + 8) * (y_cells + 8) > most)
    throw league::UsageError(name + ": " + std::to_string(x_cells) + " x " +
                             std::to_string(y_cells) + " cells are more than can be indexed");
  if (!(xmin < xmax) || !(ymin < ymax))
    throw league::UsageError(name + ": xmin has to be below xmax and ymin below ymax");
}

State drawn_in(State state, double dx, double dy) {
  state.xmin += dx / 100;
  state.ymin += dy / 100;
  state.xmax -= dx / 100;
  state.ymax -= dy / 100;
  return state;
}

bool covers(const State& state, double left, double right, double bottom, double top) {
  switch (state.geometry) {
    case Geometry::rectangle:
      return right >= state.xmin && left < state.xmax && top >= state.ymin && bottom < state.ymax;
    case Geometry::circle: {
      const double x = (left + right) * 0.5 - state.xmin;
      const double y = (bottom + top) * 0.5 - state.ymin;
      return std::sqrt(x * x + y * y) <= state.radius;
    }
    case Geometry::point:
      break;
  }
  return left <= state.xmin && state.xmin < right && bottom <= state.ymin && state.ymin < top;
}

}  // namespace deck
