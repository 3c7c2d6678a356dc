#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <vector>

#include "league/contract.hpp"
#include "league/options.hpp"

namespace tea {
struct Deck;

/// What a time step reports.
struct Step {
  int iterations = 0;              ///< of the solver that were done
  int inner = 0;                   ///< iterations inside iterations (PPCG)
  int switched = 0;                ///< iteration at which CG handed over; 0: it did not
  bool converged = false;          ///< the stop test was met before the limit
  double initial = 0;              ///< norm of the first residual
  double error = 0;                ///< what the stop test saw last
  std::array<double, 10> first{};  ///< ... and after each of the first iterations
  double lowest = 0;               ///< bounds of the spectrum that Chebyshev and PPCG use
  double highest = 0;
  double energy = 0;       ///< sum of u
  double temperature = 0;  ///< sum of density * u
};
}  // namespace tea

/// Implicit heat conduction on a rectangle of cells: backward Euler, one linear system a step.
struct Tealeaf {
  static constexpr std::string_view name = "tealeaf";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int n;  // cells a side; 0: x_cells and y_cells differ
    int x_cells;
    int y_cells;
    int steps;
    int solver;          // 0 Jacobi, 1 CG, 2 Chebyshev, 3 PPCG
    int preconditioner;  // 0 none, 1 diagonal, 2 blocks of four cells in y
    int digits;          // the residual falls by ten to this power; 0: as the deck or solver wants
    int max_iters;       // of a step
    int presteps;        // iterations of CG before Chebyshev or PPCG
    int inner;           // steps of PPCG's polynomial; 0: as suits the grid
    const tea::Deck* deck;  // one that was read; null: that of class S, or the published problems'
  };
  static constexpr int most_cells = 40000;  ///< along a side
  static constexpr std::array classes{
      Class{'S', 0, 61, 46, 4, 1, 0, 0, 10000, 25, 0, nullptr},
      Class{'W', 250, 250, 250, 10, 1, 0, 0, 10000, 25, 0, nullptr},
      Class{'A', 500, 500, 500, 10, 1, 0, 0, 10000, 25, 0, nullptr},
      Class{'B', 1000, 1000, 1000, 10, 1, 0, 0, 10000, 25, 0, nullptr},
      Class{'C', 4000, 4000, 4000, 2, 1, 0, 0, 10000, 25, 0, nullptr},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 0, most_cells},
      league::Parameter<Class>{"x_cells", &Class::x_cells, 1, most_cells},
      league::Parameter<Class>{"y_cells", &Class::y_cells, 1, most_cells},
      league::Parameter<Class>{"steps", &Class::steps, 1, 1000000},
      league::Parameter<Class>{"solver", &Class::solver, 0, 3},
      league::Parameter<Class>{"preconditioner", &Class::preconditioner, 0, 2},
      league::Parameter<Class>{"digits", &Class::digits, 0, 16},
      league::Parameter<Class>{"max_iters", &Class::max_iters, 1, 10000000},
      league::Parameter<Class>{"presteps", &Class::presteps, 2, 100000},
      league::Parameter<Class>{"inner", &Class::inner, 0, 10000},
  };
  static constexpr std::array extra_options{
      league::ExtraOption{"--deck", "FILE", "input deck (tea.in) instead of the class's problem"},
      league::ExtraOption{"--strict", "", "what is doubtful in a deck is an error"},
      league::ExtraOption{"--summary-every", "N", "print the sums of every Nth step"},
      league::ExtraOption{"--plot", "FILE",
                          "write the temperature as a picture, .png, .ppm or .vtk"},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> density;    // x_cells * y_cells, x fastest
    league::vector<Real> start;      // density * energy in the beginning
    league::vector<Real> u;          // the answer: density * energy in the end; starts poisoned
    league::vector<Real> before;     // the same one step earlier; starts poisoned
    std::vector<tea::Step> history;  // one a step
  };

  /// Read the deck if one is given.  Throws UsageError.
  static void configure(Class& cls, const league::Options& options);

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function that differs between variants, with the loops of tealeaf_parts.hpp: advance
  /// `cls.steps` time steps, laps "set-up" and "solve".
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Print sums and write the picture, if that was asked for.
  template <typename Real>
  static void finish(const Class& cls, const Data<Real>& data, const league::Options& options);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.u;
  }

  static league::Work work(const Class& cls, std::size_t real_bytes);

  /// The same for the iterations that were done; work() knows those of the suite's own problems.
  template <typename Real>
  static league::Work work_done(const Class& cls, const Data<Real>& data);
};
