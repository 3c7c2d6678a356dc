#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// The heat equation with the numbers and the storage of a tutorial, so that its published norm and
/// its steps of optimisation can be repeated: u(i, j) is at i + j n, and i is the outer loop.
struct HeatTutorial {
  static constexpr std::string_view name = "heat-tutorial";
  using Precisions = std::tuple<double>;  // u changes by a millionth: fp32 cannot tell

  struct Class {
    char letter;
    int n;       // inner points per side; the boundary, where u is zero, is not stored
    int steps;   // time steps, even
    int length;  // of a side
    int strict;  // 1: demand all digits of the published norm
  };
  static constexpr std::array classes{
      Class{'S', 101, 10, 1000, 0},  Class{'W', 1000, 10, 1000, 0},  Class{'A', 4000, 10, 1000, 0},
      Class{'B', 8000, 10, 1000, 0}, Class{'C', 40000, 10, 5000, 0},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 2, 46340},  // n * n is an int
      league::Parameter<Class>{"steps", &Class::steps, 2, 1000, 2},
      league::Parameter<Class>{"length", &Class::length, 1, 1000000},
      league::Parameter<Class>{"strict", &Class::strict, 0, 1},
  };

  static constexpr double alpha = 0.1;
  static constexpr double dt = 0.05;
  static double width(const Class& cls) { return double(cls.length) / (cls.n + 1); }
  static double weight(const Class& cls) { return alpha * dt / (width(cls) * width(cls)); }

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // n*n; holds the answer after run()
    league::vector<Real> v;  // scratch of the same shape; starts poisoned
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
