#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// NAS BT: implicit steps of a compressible flow, three block tridiagonal solutions each.
struct Bt {
  static constexpr std::string_view name = "npb-bt";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int n;      // points per axis, boundary included
    int niter;  // time steps
    double dt;
  };
  static constexpr std::array classes{
      Class{'S', 12, 60, 0.01},     Class{'W', 24, 200, 0.0008},  Class{'A', 64, 200, 0.0008},
      Class{'B', 102, 200, 0.0003}, Class{'C', 162, 200, 0.0001}, Class{'D', 408, 250, 0.00002},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 8, 1020},
      league::Parameter<Class>{"niter", &Class::niter, 1, 1000},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // five components of n^3 points, x fastest; the answer after run()
    league::vector<Real> forcing;  // the same shape, zero on the boundary
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// Defined by every variant: advance data.u by `cls.niter` steps.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  /// Defined by every variant, too: how many numbers a run of it keeps, on the host or on a device,
  /// where there are more of them.
  static double kept(const Class& cls);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Why check() has nothing to compare a run of this class with, if so.
  static std::string why_not_checked(const Class& cls);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.u;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.u);
  }

  /// Kernels of any variant for a device, at least: right-hand side, three directions, update; one
  /// more step comes before start().
  static long launches(const Class& cls) { return 5L * cls.niter; }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
