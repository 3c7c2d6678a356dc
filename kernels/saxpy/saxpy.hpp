#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// A scaled vector is added to another, again and again: y = a x + y.
struct Saxpy {
  static constexpr std::string_view name = "saxpy";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;      // elements of a vector
    int steps;  // additions
  };
  static constexpr std::array classes{
      Class{'S', 10'007, 20},      Class{'W', 1'000'003, 100},    Class{'A', 20'000'003, 20},
      Class{'B', 200'000'033, 20}, Class{'C', 1'000'000'007, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},                    // a stride past the end is an int
      league::Parameter<Class>{"steps", &Class::steps, 1, 5000},  // sums stay below 2^24
  };

  template <typename Real>
  struct Data {
    Real a;                  // the factor
    league::vector<Real> x;  // input
    league::vector<Real> y;  // holds the answer after run()
    std::size_t shift;       // of where the periods of x and y begin, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: add a x to y, `cls.steps` times.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.y;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.y);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
