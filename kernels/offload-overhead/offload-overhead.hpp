#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <vector>

#include "league/contract.hpp"

/// Counting, one step at a time: what remains of an offloaded region when there is nothing to do in
/// it.
struct OffloadOverhead {
  static constexpr std::string_view name = "offload-overhead";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int lanes;   // counters; teams, threads or iterations of a region
    int steps;   // regions, or round trips of data
    int length;  // longest section that travels, in elements
  };
  static constexpr std::array classes{
      Class{'S', 61, 200, 2000},           Class{'W', 127, 1000, 200000},
      Class{'A', 1021, 5000, 2000000},     Class{'B', 4093, 20000, 10000000},
      Class{'C', 16381, 40000, 100000000},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"lanes", &Class::lanes, 2, 1000000},
      league::Parameter<Class>{"steps", &Class::steps, 1, 10000000},
      league::Parameter<Class>{"length", &Class::length, 2, 2000000000},
  };

  /// Some of the steps, for variants that move data: sections of one length, there and back.
  struct Rung {
    int length;  // elements, at least 2
    int trips;
  };
  /// Lengths 2, 16, 128, ... up to the longest; half of the steps go to the first, half of the rest
  /// to the next, and so on, so that the longer a section the fewer its trips.
  static std::vector<Rung> ladder(const Class& cls);

  template <typename Real>
  struct Data {
    league::vector<Real> cells;  // counters, one per lane, and behind them the block that travels
    int lanes;
    long shift = 0;  // of what they are made of, drawn

    Real* count() { return cells.data(); }
    Real* block() { return cells.data() + lanes; }
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: step s adds one to the counter of lane s modulo lanes, as
  /// a region on the device found it; the block ends as it began.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.cells;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.cells);
  }

  /// Kernels of any variant for a device, at least: one of them counts inside.
  static long launches(const Class&) { return 1; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
