#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Multigrid V-cycles for A u = v on a periodic cube of n^3 points, n = 2^levels.
struct Mg {
  static constexpr std::string_view name = "npb-mg";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int levels;     // grids: 2^1, 2^2, ... 2^levels points per side
    int niter;      // V-cycles
    double verify;  // published norm of the last residual

    int side() const { return 1 << levels; }
  };
  static constexpr std::array classes{
      Class{'S', 5, 4, 5.307707005734e-05}, Class{'W', 7, 4, 6.467329375339e-06},
      Class{'A', 8, 4, 2.433365309069e-06}, Class{'B', 8, 20, 1.800564401355e-06},
      Class{'C', 9, 20, 5.70673228574e-07}, Class{'D', 10, 50, 1.58327506044e-10},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"levels", &Class::levels, 5, 10},
      league::Parameter<Class>{"niter", &Class::niter, 0, 1000},
  };

  // A grid has no halo: element (k n + j) n + i is point (i, j, k), and neighbours are found by
  // taking indices modulo n.  The coarse grids stand one behind the other, coarsest first
  // (mg_body.hpp).  Everything but v starts poisoned, and run() sets u to zero itself.
  template <typename Real>
  struct Data {
    league::vector<Real> v;         // right side: +1 and -1 at ten points each, else 0
    league::vector<Real> u;         // the answer after run()
    league::vector<Real> r;         // residual, or whatever a variant wants of this shape
    league::vector<Real> coarse_u;  // levels 1 to levels - 1
    league::vector<Real> coarse_r;
    Real first_norm;  // sqrt(sum r^2 / n^3) before the first cycle
    Real last_norm;   // and after the last
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: u = 0, r = v - A u and its norm, `cls.niter` times a
  /// V-cycle and r = v - A u again, and the norm.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

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
    return std::tie(data.u, data.first_norm, data.last_norm);
  }

  /// Kernels of any variant for a device, at least: a way down, the smallest grids, a way up, and
  /// on every grid between these a restriction and a way up; one more cycle comes before start().
  static long launches(const Class& cls) { return cls.niter * (2L * cls.levels - 7) + 1; }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
