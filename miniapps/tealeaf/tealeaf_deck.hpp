// The problem behind a class: our own for S, the published test problems' states, or a deck that
// was read.
#pragma once

#include <string>
#include <vector>

#include "../common/deck.hpp"
#include "tealeaf.hpp"

namespace tea {

struct Deck {
  std::string name = "the test problems";
  double xmin = 0;
  double xmax = 100;
  double ymin = 0;
  double ymax = 100;
  double timestep = 0.1;
  double end_time = 10;
  double eps = 1e-10;
  double epslim = 1;
  int inverse_density = 0;
  int test_problem = 0;
  int halo_depth = 1;  ///< no halo is exchanged, whatever it is
  std::vector<deck::State> states;
};

/// What the text of a deck asks for: fills the class's numbers and returns the rest.  Throws
/// league::UsageError.
Deck read_deck(const std::string& text, const std::string& name, Tealeaf::Class& cls,
               std::vector<std::string>& warnings);

/// Throws league::UsageError unless the deck's domain has cells and its halo suits the class's
/// preconditioner.
void demand_agreement(const Tealeaf::Class& cls);

/// The deck that was read for the class; otherwise that of class S for S, and for the others the
/// one of the published test problems.
const Deck& deck_of(const Tealeaf::Class& cls);

/// density and density * energy of every cell at the start.
void initial_state(const Tealeaf::Class& cls, double* density, double* u);

/// What is known about a problem, as far as it is.
struct Published {
  double temperature = 0;  ///< sum of volume * density * u after the last step; 0: unknown
  std::vector<int>
      iterations;  ///< of the first steps of the solver, as printed: one less than were done
};
Published published(const Tealeaf::Class& cls);

/// Iterations of all steps.
struct Count {
  double outer;
  double inner;  ///< of PPCG's polynomials
};
/// Those of a problem that is part of the suite; 0: not known.
Count known_iterations(const Tealeaf::Class& cls);

}  // namespace tea
