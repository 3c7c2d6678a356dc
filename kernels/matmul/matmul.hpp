#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Product of two square matrices: C = A B.
struct Matmul {
  static constexpr std::string_view name = "matmul";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;  // rows and columns
  };
  static constexpr std::array classes{
      Class{'S', 67}, Class{'W', 515}, Class{'A', 1024}, Class{'B', 8192}, Class{'C', 32768},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1, 46340},  // n * n is an int
  };

  template <typename Real>
  struct Data {
    league::vector<Real> a;  // n*n, row major, as all three
    league::vector<Real> b;
    league::vector<Real> c;  // starts poisoned; holds the answer after run()
    int shift;               // of what A and B are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.c = data.a * data.b.
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
