#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Jacobi relaxation of Laplace's equation on a square grid with zero boundary.
struct Jacobi {
  static constexpr std::string_view name = "jacobi";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // points per side, boundary included
    int sweeps;  // relaxation steps, even
  };
  static constexpr std::array classes{
      Class{'S', 66, 20},    Class{'W', 514, 100},   Class{'A', 2050, 200},
      Class{'B', 8194, 200}, Class{'C', 32770, 200},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 3, 46340},  // n * n is an int
      league::Parameter<Class>{"sweeps", &Class::sweeps, 2, 1000000, 2},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> u;  // n*n, row major; holds the answer after run()
    league::vector<Real> v;  // scratch of the same shape; its interior starts poisoned
    std::array<double, 2> amplitudes;
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: relax data.u `cls.sweeps` times.
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
