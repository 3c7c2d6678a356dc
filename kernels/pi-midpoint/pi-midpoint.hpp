#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Pi as the integral of 4 / (1 + x^2) from 0 to 1, by midpoints: one loop, one sum.
struct PiMidpoint {
  static constexpr std::string_view name = "pi-midpoint";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;  // steps
  };
  static constexpr std::array classes{
      Class{'S', 100'000},     Class{'W', 1'000'003},     Class{'A', 10'000'019},
      Class{'B', 100'000'007}, Class{'C', 1'000'000'007},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 10, 2'000'000'000},  // a stride past it is an int
  };

  template <typename Real>
  struct Data {
    league::vector<Real> pi;  // one value, starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.pi[0] is the rule with `cls.n` steps.  Values of the
  /// integrand are of type Real, their sum is a double: one of 10^8 alike terms in single precision
  /// stops growing at 2^24 of them.
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
  static long launches(const Class& /*cls*/) { return 1; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
