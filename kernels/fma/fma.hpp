#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Chains of multiply-adds on values that stay in registers.
struct Fma {
  static constexpr std::string_view name = "fma";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // independent chains
    int steps;   // of a chain in a sweep, two multiply-adds each
    int sweeps;  // kernels
  };
  static constexpr std::array classes{
      Class{'S', 1025, 1000, 2},        Class{'W', 10'007, 2000, 2},
      Class{'A', 100'003, 2000, 2},     Class{'B', 1'000'003, 2000, 5},
      Class{'C', 10'000'019, 4000, 10},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},  // a stride past the end is an int
      league::Parameter<Class>{"steps", &Class::steps, 1, 100'000},  // values stay below 2^23
      league::Parameter<Class>{"sweeps", &Class::sweeps, 1, 80},
  };

  template <typename Real>
  struct Data {
    Real up;  // factors and summands of the two multiply-adds
    Real rise;
    Real down;
    Real fall;
    league::vector<Real> x;  // start of every chain; holds its end after run()
    std::size_t shift = 0;   // of what x is made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: in each sweep, `cls.steps` times for every element,
  /// x = up x + rise and x = down x + fall.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.x;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.x);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.sweeps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
