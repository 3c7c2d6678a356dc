#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Sum of two vectors: c = a + b.
struct Vadd {
  static constexpr std::string_view name = "vadd";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;        // elements of a vector
    int teams;    // of the variants that are given a shape
    int threads;  // of each of those teams
  };
  static constexpr std::array classes{
      Class{'S', 10'007, 64, 8},        Class{'W', 1'000'003, 64, 8},
      Class{'A', 20'000'003, 64, 8},    Class{'B', 200'000'033, 64, 8},
      Class{'C', 1'000'000'007, 64, 8},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1,
                               2'000'000'000},  // a stride past the end is an int
      league::Parameter<Class>{"teams", &Class::teams, 1, 65535},
      league::Parameter<Class>{"threads", &Class::threads, 1, 1024},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> a;
    league::vector<Real> b;
    league::vector<Real> c;  // starts poisoned; holds the answer after run()
    std::size_t shift = 0;   // of what a and b are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.c = data.a + data.b.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.c;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.c);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class&) { return 1; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
