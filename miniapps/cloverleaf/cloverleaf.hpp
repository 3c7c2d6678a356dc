#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "../common/deck.hpp"
#include "cloverleaf_fields.hpp"
#include "league/contract.hpp"
#include "league/options.hpp"

namespace clover {

/// The problem of all public benchmark decks: dense, hot gas in the lower left corner.
inline constexpr std::array corner{
    deck::State{1, 0.2, 1.0},
    deck::State{2, 1.0, 2.5, 0, 0, deck::Geometry::rectangle, 0, 5, 0, 2, 0}};
inline constexpr std::array corner_square{
    deck::State{1, 0.2, 1.0},
    deck::State{2, 1.0, 2.5, 0, 0, deck::Geometry::rectangle, 0, 5, 0, 5, 0}};

/// A class of sizes, or what a deck describes.
struct Problem {
  char letter;
  int x_cells;
  int y_cells;
  int end_step;
  double end_time;
  const deck::State* states;
  int state_count;
  double xmin = 0;
  double xmax = 10;
  double ymin = 0;
  double ymax = 10;
  double initial_timestep = 0.04;
  double max_timestep = 0.04;
  double timestep_rise = 1.5;
  int test_problem = 0;   // of the public program; its kinetic energy is checked
  int summary_every = 0;  // steps between two field summaries; 0: one at the end
  int bands = 0;          // of rows, in variants that go up the rows; 0: one a thread
};

/// Sums over all cells after a step.
struct Summary {
  int step = 0;
  double time = 0;
  double dt = 0;
  double volume = 0;
  double mass = 0;
  double internal = 0;
  double kinetic = 0;
  double pressure = 0;  ///< volume times pressure
};

}  // namespace clover

/// CloverLeaf: an ideal gas in a closed box, a Lagrangian step and an advective remap in turns.
struct Cloverleaf {
  static constexpr std::string_view name = "cloverleaf";
  using Precisions = std::tuple<double>;

  using Class = clover::Problem;
  static constexpr std::array classes{
      Class{'S', 10, 10, 75, 3.0, clover::corner_square.data(), 2},
      Class{'W', 240, 240, 87, 10.0, clover::corner.data(), 2},
      Class{'A', 960, 960, 87, 10.0, clover::corner.data(), 2},
      Class{'B', 1920, 1920, 87, 10.0, clover::corner.data(), 2},
      Class{'C', 3840, 3840, 87, 10.0, clover::corner.data(), 2},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"x_cells", &Class::x_cells, 2, 40000},
      league::Parameter<Class>{"y_cells", &Class::y_cells, 2, 40000},
      league::Parameter<Class>{"end_step", &Class::end_step, 1, 10000000},
      league::Parameter<Class>{"bands", &Class::bands, 0, 40000},
  };
  static constexpr std::array extra_options{
      league::ExtraOption{"--deck", "FILE", "an input deck of the public program"},
      league::ExtraOption{"--plot", "FILE", "draw the density at the end (.png, .ppm or .vtk)"},
      league::ExtraOption{"--summary-every", "N", "field summary every N steps"},
      league::ExtraOption{"--strict", "", "what is a warning about the deck stops"},
  };

  template <typename Real>
  struct Data {
    clover::Grid grid;
    league::vector<Real> fields;  // all of them; the state at the start is set 0
    league::vector<Real> answer;  // density, energy, xvel, yvel without halo; starts poisoned
    std::vector<clover::Summary> summaries;  // what the variant found, the last step in any case
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: advance the state to the end and hand in the answer.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.answer;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    clover::Summary& last = data.summaries.back();
    return std::tie(data.answer, last.step, last.time, last.volume, last.mass, last.internal,
                    last.kinetic, last.pressure);
  }

  /// Why the elements at the end are not judged one by one, if they are not.
  static std::string not_judged(const league::Checks& checks);

  static league::Work work(const Class& cls, std::size_t real_bytes);

  /// The same for the steps that were made; work() knows the least there can be.
  template <typename Real>
  static league::Work work_done(const Class& cls, const Data<Real>& data);

  static void configure(Class& cls, const league::Options& options);

  template <typename Real>
  static void finish(const Class& cls, const Data<Real>& data, const league::Options& options);
};
