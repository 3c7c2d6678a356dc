// Input decks in the format of the public program: flow.params and, one folder up, arch.params.
#pragma once

#include <string>
#include <vector>

#include "flow_setup.hpp"

namespace flow {

/// What flow.params holds.
struct Deck {
  double dt = 0;
  int nx = 0;
  int ny = 0;
  int iterations = 0;
  std::vector<Problem> problems;
};

/// What arch.params holds.
struct Root {
  double width = 0;
  double height = 0;
  double max_dt = 0;
  double sim_end = 0;
};

/// Reads the text of a flow.params; `name` is what messages call it.  Throws league::UsageError,
/// with name and line, for keys that are unknown, doubled or missing and for values that make no
/// sense.
Deck parse_deck(const std::string& text, const std::string& name);

/// The same for an arch.params.
Root parse_root(const std::string& text, const std::string& name);

/// Reads both files: the second lies in the parent of the first one's folder or beside it.  Throws
/// league::UsageError.
void load(const std::string& path, Deck& deck, Root& root);

}  // namespace flow
