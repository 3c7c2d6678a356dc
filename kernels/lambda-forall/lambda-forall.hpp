#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// A vector update and a sum, again and again: loops whose body is a lambda, against plain loops.
struct LambdaForall {
  static constexpr std::string_view name = "lambda-forall";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;      // elements
    int steps;  // updates, each followed by a sum; with more than 5000, fp32 would have to round
  };
  static constexpr std::array classes{
      Class{'S', 1003, 4},       Class{'W', 1000003, 8},     Class{'A', 10000019, 10},
      Class{'B', 100000007, 10}, Class{'C', 1000000007, 10},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1, 2000000000},
      league::Parameter<Class>{"steps", &Class::steps, 1, 5000},
  };

  static constexpr int factor = 3;  // the a in y += a x

  template <typename Real>
  struct Data {
    league::vector<Real> x;  // n; input
    league::vector<Real> y;  // n elements, and behind them one sum per step, which start poisoned
    std::size_t shift = 0;   // of what both are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: `cls.steps` times y += factor x and then the sum of y,
  /// laps "update" and "sum".  Sums are made in double in both precisions, so that any order gives
  /// the same.
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
  static long launches(const Class& cls) { return 2L * cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
