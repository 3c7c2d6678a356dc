#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Jacobi relaxation of Laplace's equation on a square grid with boundary one, until no point
/// changes by more than a limit in a sweep.
struct JacobiConvergence {
  static constexpr std::string_view name = "jacobi-convergence";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // points per side, boundary included
    int sweeps;  // after which the limit is reached
  };
  static constexpr std::array classes{
      Class{'S', 66, 35},   Class{'W', 514, 51},   Class{'A', 2050, 51},
      Class{'B', 8194, 51}, Class{'C', 32770, 51},
  };

  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 5, 46340},  // n * n is an int
      league::Parameter<Class>{"sweeps", &Class::sweeps, 2, 20000},
  };

  /// Sweeps after which a variant gives up.
  static int most(const Class& cls) { return 2 * cls.sweeps + 100; }

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // n*n, row major; holds the answer after run()
    league::vector<Real> v;  // scratch of the same shape; its interior starts poisoned
    Real limit;              // stop when no point changed by more
    int sweeps;              // to be set: how many were made
    Real change;             // to be set: the largest in the last one
    double first;            // amplitude of the mode at the start, drawn
  };

  /// Throws league::UsageError where rounding could hide in which sweep the limit is reached.
  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: relax data.u until data.limit is reached, and note
  /// data.sweeps and data.change.  After an odd number of sweeps data.u and data.v may change
  /// places.
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
    return std::tie(data.u, data.sweeps, data.change);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.sweeps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
