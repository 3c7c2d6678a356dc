#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <vector>

#include "flow_setup.hpp"
#include "league/contract.hpp"
#include "league/options.hpp"

/// A gas without viscosity in a box: explicit steps on a staggered mesh, direction by direction.
struct Flow {
  static constexpr std::string_view name = "flow";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int nx;
    int ny;
    int steps;
    int bands;                 // into which rows are divided by some variants; 0: one per thread
    int summary_every;         // steps from one line of the table to the next; 0: there is none
    const flow::Setup* setup;  // never freed
  };
  static constexpr std::array classes{
      Class{'S', 96, 80, 20, 0, 0, &flow::shipped},
      Class{'W', 512, 480, 40, 0, 0, &flow::shipped},
      Class{'A', 2048, 2048, 30, 0, 0, &flow::shipped},
      Class{'B', 4096, 4096, 100, 0, 0, &flow::shipped},
      Class{'C', 16384, 16384, 100, 0, 0, &flow::shipped},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"nx", &Class::nx, 4, 65536},
      league::Parameter<Class>{"ny", &Class::ny, 4, 65536},
      league::Parameter<Class>{"steps", &Class::steps, 1, 1000000},
      league::Parameter<Class>{"bands", &Class::bands, 0, 65536},
  };
  static constexpr std::array extra_options{
      league::ExtraOption{"--deck", "FILE",
                          "a flow.params, with arch.params beside it or one folder up"},
      league::ExtraOption{"--plot", "FILE",
                          "write the final density, or with .vtk all fields (.png .ppm .vtk)"},
      league::ExtraOption{"--summary-every", "N", "print sums every N steps"},
  };

  /// Sums over all cells after a step.
  struct Summary {
    int step;
    double time;
    double dt;
    double density;
    double energy;  ///< of density times specific energy
  };

  template <typename Real>
  struct Data {
    // Four planes of ny rows of nx: density, specific energy, momentum at the left and at the lower
    // side of each cell.  The first two begin with the initial values, the others poisoned.
    league::vector<Real> state;
    double elapsed;                  // simulated time at the end; poisoned
    int steps;                       // made until then; starts below zero
    std::vector<Summary> summaries;  // if they were asked for
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: advance data.state from rest by cls.steps steps.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.state;
  }

  /// How many bands of rows: as many as the class says, or one for every thread.  A band keeps 80
  /// rows and computes up to four of its neighbours', so that it gets 16 rows of its own.
  static int bands_for(const Class& cls, int threads) {
    return cls.bands > 0 ? std::min(cls.bands, cls.ny)
                         : std::clamp(threads, 1, std::max(1, cls.ny / 16));
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.state, data.elapsed, data.steps);
  }

  static league::Work work(const Class& cls, std::size_t real_bytes);

  /// The same for the steps that were made, where the simulated time ended a run early.
  template <typename Real>
  static league::Work work_done(const Class& cls, const Data<Real>& data);

  /// Reads the deck, if one is given.  Throws league::UsageError.
  static void configure(Class& cls, const league::Options& options);

  /// Prints the table and writes the picture that were asked for.
  template <typename Real>
  static void finish(const Class& cls, const Data<Real>& data, const league::Options& options);
};
