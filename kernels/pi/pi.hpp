#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Pi as the integral of 4 / (1 + x^2) from 0 to 1, by the trapezoidal rule on several grids.
struct Pi {
  static constexpr std::string_view name = "pi";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;      // intervals of the finest grid
    int grids;  // with n, n - 1, n - 2, ... intervals
  };
  static constexpr std::array classes{
      Class{'S', 3001, 200},       Class{'W', 1'000'003, 20},     Class{'A', 10'000'019, 20},
      Class{'B', 100'000'007, 20}, Class{'C', 1'000'000'007, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1000,
                               2'000'000'000},  // a stride past the end is an int
      league::Parameter<Class>{"grids", &Class::grids, 1, 500},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> pi;  // one value per grid, starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.pi[g] is the rule with `cls.n - g` intervals. Values
  /// of the integrand are of type Real, their sum is a double: a sum of 10^8 alike terms in single
  /// precision stops growing at 2^24 of them.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.pi;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.pi);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.grids; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
