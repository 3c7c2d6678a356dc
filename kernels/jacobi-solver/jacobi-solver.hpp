#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// A dense, diagonally dominant system A x = b by Jacobi iteration, until x hardly changes.
struct JacobiSolver {
  static constexpr std::string_view name = "jacobi-solver";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;         // unknowns
    int halvings;  // of the error that are asked for, even; one iteration makes one
  };
  static constexpr std::array classes{
      Class{'S', 131, 10},   Class{'W', 1031, 10},  Class{'A', 4099, 10},
      Class{'B', 16411, 10}, Class{'C', 46337, 10},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 2, 46340},  // n * n is an int
      league::Parameter<Class>{"halvings", &Class::halvings, 2, 12, 2},
  };

  /// Iterations after which a variant gives up.
  static constexpr int most = 50;

  template <typename Real>
  struct Data {
    league::vector<Real> a;     // n*n, row major
    league::vector<Real> b;     // n
    league::vector<Real> x;     // n: the first guess; holds the answer after run()
    league::vector<Real> next;  // n: scratch, starts poisoned
    Real limit;                 // stop when the sum of the squared changes of x is not above it
    int iterations;             // to be set: how many were made
    Real change;                // to be set: the sum of the squared changes in the last one
    std::uint32_t shift;        // of the bits that the system is made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: iterate data.x until data.limit is reached, and note
  /// data.iterations and data.change.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.x;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.x, data.iterations, data.change);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.halvings; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
