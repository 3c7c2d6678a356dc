// Input decks of CloverLeaf and TeaLeaf: keys with values, and lines that describe states.
//
// The text between `*clover` and `*endclover` (or `*tea` and `*endtea`) counts, everything if there
// is neither.  `!`, `;` and `#` begin a comment; `key=value`, `key value` and `key = value` are the
// same; case does not matter; a backslash at the end of a line continues it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "league/options.hpp"

namespace deck {

enum class Geometry { rectangle, circle, point };

/// Part of the domain with its initial values.  Number 1 is everywhere; later ones lie over it.
struct State {
  int number = 0;
  double density = 0;
  double energy = 0;  ///< specific internal energy
  double xvel = 0;
  double yvel = 0;
  Geometry geometry = Geometry::rectangle;
  double xmin = 0;  ///< left edge; of a circle or point its centre
  double xmax = 0;
  double ymin = 0;
  double ymax = 0;
  double radius = 0;
};

/// The keys an application knows, and where their values go.
class Keys {
 public:
  /// Keys may carry this prefix or leave it out ("tl_").
  explicit Keys(std::string_view prefix = "") : prefix_(prefix) {}

  Keys& number(std::string_view name, double& value);
  /// A whole number; what is outside [low, high] is refused.
  Keys& integer(std::string_view name, int& value, int low, int high);
  /// A key without a value; sets `value` to `given`.
  Keys& flag(std::string_view name, int& value, int given = 1);
  /// One of several words; `value` becomes the index of the one given.
  Keys& choice(std::string_view name, int& value, std::vector<std::string> words);
  /// Known to the public programs, without effect here.
  Keys& ignored(std::string_view name, bool has_value);

  struct Key {
    enum class Kind { number, integer, flag, choice, ignored_value, ignored_flag } kind;
    std::string name;
    double* number;
    int* whole;
    int low;
    int high;
    std::vector<std::string> words;
  };
  /// The key of that name, with or without the prefix; null if there is none.
  const Key* find(const std::string& name) const;
  /// The known name that is nearest to a wrong one; empty if none is near.
  std::string nearest(const std::string& name) const;

 private:
  Keys& add(Key key);
  std::string prefix_;
  std::vector<Key> keys_;
};

/// Reads a deck's text: values go where `keys` says, the states are returned in the order of their
/// numbers.  `block` is "clover" or "tea", `name` what messages call the deck.  Keys without effect
/// are named in `warnings`, each once.  Throws league::UsageError, with name and line, for an
/// unknown key, a value that is missing or makes no sense, and states that are missing, doubled or
/// incomplete.
std::vector<State> parse(const std::string& text, std::string_view block, const std::string& name,
                         const Keys& keys, std::vector<std::string>& warnings);

/// The text of a file of at most a mebibyte.  Throws league::UsageError if it cannot be read.
std::string load(const std::string& path);

/// Prints warnings on standard error, one per line; with `strict` throws the first of them as a
/// league::UsageError.
void tell(const std::vector<std::string>& warnings, bool strict);

/// Throws league::UsageError unless the domain has cells, extent, and a size that can be indexed.
void demand_domain(const std::string& name, int x_cells, int y_cells, double xmin, double xmax,
                   double ymin, double ymax);

/// The state with its edges drawn in by a hundredth of a cell (its centre moved by as much), so
/// that an edge on the side of a cell does not flip with rounding.
State drawn_in(State state, double dx, double dy);

/// Whether a drawn-in state covers the cell with these sides.  A rectangle covers every cell that
/// it touches, a circle those whose centre it holds, a point the one cell it lies in.
bool covers(const State& state, double left, double right, double bottom, double top);

}  // namespace deck
