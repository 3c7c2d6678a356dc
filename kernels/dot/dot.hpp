#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Scalar products of two vectors, each one element shorter than the one before.
struct Dot {
  static constexpr std::string_view name = "dot";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;         // elements of a vector
    int products;  // of the first n, n - 1, n - 2, ... elements
    int teams;     // of the variants that are given a shape
    int threads;   // of each of those teams
  };
  static constexpr std::array classes{
      Class{'S', 100'003, 20, 64, 8},       Class{'W', 1'000'003, 20, 64, 8},
      Class{'A', 20'000'003, 10, 64, 8},    Class{'B', 200'000'033, 10, 64, 8},
      Class{'C', 1'000'000'007, 10, 64, 8},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1000,
                               2'000'000'000},  // a stride past the end is an int
      league::Parameter<Class>{"products", &Class::products, 1, 500},
      league::Parameter<Class>{"teams", &Class::teams, 1, 65535},
      league::Parameter<Class>{"threads", &Class::threads, 1, 1024},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> x;
    league::vector<Real> y;
    league::vector<Real> dot;  // one value per product, starts poisoned
    std::size_t shift;         // of where the periods of x and y begin, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.dot[p] is p + 1 plus the product of the first
  /// `cls.n - p` elements.  The sum does not start at zero, so that its start has to be mapped.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.dot;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.dot);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.products; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
