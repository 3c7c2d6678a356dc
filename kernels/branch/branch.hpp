#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Numbers that climb or sink, each by a long calculation of its own kind, depending on their sign.
struct Branch {
  static constexpr std::string_view name = "branch";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;      // numbers
    int steps;  // of either calculation
    int run;    // how many neighbours in a row have the same sign, at least
  };
  static constexpr std::array classes{
      Class{'S', 10'007, 100, 1},        Class{'W', 200'003, 200, 1},
      Class{'A', 2'000'003, 100, 1},     Class{'B', 20'000'003, 100, 1},
      Class{'C', 1'000'000'007, 100, 1},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},  // a stride past the end is an int
      league::Parameter<Class>{"steps", &Class::steps, 1, 1'000'000},  // quarters stay exact
      league::Parameter<Class>{"run", &Class::run, 1, 1'000'000'000},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> x;  // input
    league::vector<Real> y;  // the answer, starts poisoned
    unsigned drawn = 0;      // of what x is made
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: `cls.steps` steps, upwards by one from every x that is
  /// not negative, downwards by one from every other.
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
  static long launches(const Class&) { return 1; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
