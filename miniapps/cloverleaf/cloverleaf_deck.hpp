// Decks of the public program.
#pragma once

#include <string>
#include <vector>

#include "cloverleaf.hpp"

namespace clover {

/// The class that a deck's text describes; its states point into `states`.  Throws
/// league::UsageError with one line for what makes no sense, adds to `warnings` what does no harm.
Cloverleaf::Class read_deck(const std::string& text, const std::string& name,
                            std::vector<deck::State>& states, std::vector<std::string>& warnings);

}  // namespace clover
