#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// The heat equation on the unit square, zero outside, by the explicit 5-point scheme.
struct Heat {
  static constexpr std::string_view name = "heat";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;      // inner points per side; the boundary, where u is zero, is not stored
    int steps;  // time steps, even
  };
  static constexpr std::array classes{
      Class{'S', 67, 20},    Class{'W', 515, 60},    Class{'A', 2051, 60},
      Class{'B', 8195, 200}, Class{'C', 43003, 100},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1, 46340},  // n * n is an int
      league::Parameter<Class>{"steps", &Class::steps, 2, 1000000, 2},
  };

  /// dt / h^2: 3/16, below the 1/4 at which the scheme becomes unstable.
  static constexpr double r = 0.1875;

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // n*n, row major; holds the answer after run()
    league::vector<Real> v;  // scratch of the same shape; starts poisoned
    std::array<double, 2> amplitudes;
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: advance data.u by `cls.steps` time steps.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.u;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.u);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
