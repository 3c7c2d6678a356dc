#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Square roots by Newton's method from a start far away: much arithmetic on little data.
struct NewtonSqrt {
  static constexpr std::string_view name = "newton-sqrt";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;        // numbers
    int steps;    // of Newton's method
    int teams;    // of the variants that are given a shape
    int threads;  // of each of those teams
  };
  static constexpr std::array classes{
      Class{'S', 10'113, 40, 64, 8},        Class{'W', 500'009, 40, 64, 8},
      Class{'A', 4'000'037, 40, 64, 8},     Class{'B', 40'000'003, 40, 64, 8},
      Class{'C', 1'000'000'007, 40, 64, 8},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},                   // a stride past the end is an int
      league::Parameter<Class>{"steps", &Class::steps, 1, 100},  // the start, 2^steps, is a float
      league::Parameter<Class>{"teams", &Class::teams, 1, 65535},
      league::Parameter<Class>{"threads", &Class::threads, 1, 1024},
  };

  template <typename Real>
  struct Data {
    Real start;              // of the iteration, the same for all
    std::size_t shift;       // of what x is made of, drawn
    league::vector<Real> x;  // input, from 1 to 4
    league::vector<Real> y;  // the answer, starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: `cls.steps` steps of Newton's method for sqrt(x).
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.y;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.y);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class&) { return 1; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
