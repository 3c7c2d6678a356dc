#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// The 7-point Laplacian on a cube with zero boundary, divided by eight and applied repeatedly.
struct Laplacian {
  static constexpr std::string_view name = "laplacian";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // intervals per side: n + 1 points, boundary included; a multiple of 12
    int sweeps;  // applications of the operator, even
  };
  static constexpr std::array classes{
      Class{'S', 48, 10},  Class{'W', 108, 10},  Class{'A', 240, 10},
      Class{'B', 600, 20}, Class{'C', 1284, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 12, 1284, 12},  // (n + 1)^3 is an int
      league::Parameter<Class>{"sweeps", &Class::sweeps, 2, 100, 2},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // (n + 1)^3, last index fastest; holds the answer after run()
    league::vector<Real> v;  // scratch of the same shape; its interior starts poisoned
    std::array<int, 4> weights;
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: apply the operator to data.u `cls.sweeps` times.
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
  static long launches(const Class& cls) { return cls.sweeps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
