#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Five loops that do next to nothing but move memory: copy, mul, add, triad and dot.
struct Stream {
  static constexpr std::string_view name = "stream";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // elements of an array
    int passes;  // through all five operations
  };
  static constexpr std::array classes{
      Class{'S', 100'003, 5},      Class{'W', 1'000'003, 10},     Class{'A', 20'000'003, 5},
      Class{'B', 200'000'033, 10}, Class{'C', 1'000'000'007, 10},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},                    // a stride past the end is an int
      league::Parameter<Class>{"passes", &Class::passes, 1, 15},  // 8^passes squared is a float
  };

  template <typename Real>
  struct Data {
    Real scalar;                 // the factor of mul and triad
    league::vector<Real> a;      // starts as the input; the answer after run()
    league::vector<Real> b;      // starts poisoned
    league::vector<Real> c;      // starts poisoned
    league::vector<double> dot;  // one value per pass, starts poisoned
    std::size_t shift;           // of where the period of a begins, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: pass p does c = a, b = s c, c = a + b, a = b + s c and
  /// data.dot[p] = 64^p + a . b, each a lap of its name.  The sum does not start at zero, so that
  /// its start has to be mapped, and is a double: alike terms in single precision stop adding up.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.a;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.a, data.b, data.c, data.dot);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return 5L * cls.passes; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
