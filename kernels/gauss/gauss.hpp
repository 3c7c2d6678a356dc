#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Gaussian elimination of a dense linear system with partial pivoting, and back substitution.
struct Gauss {
  static constexpr std::string_view name = "gauss";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;  // unknowns
  };
  static constexpr std::array classes{
      Class{'S', 101}, Class{'W', 401}, Class{'A', 1021}, Class{'B', 6007}, Class{'C', 16411},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1, 46340},  // n * (n + 1) is an int
  };

  template <typename Real>
  struct Data {
    league::vector<Real> a;  // n rows of n + 1: the matrix, then the right-hand side; overwritten
    league::vector<int> pivot;  // n: the row that was exchanged with row k in step k; starts at -1
    league::vector<Real> x;     // n: the answer, starts poisoned
    std::uint32_t shift = 0;    // of the bits that the system is made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: eliminate data.a, note data.pivot, solve for data.x.
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
    return std::tie(data.x, data.pivot);
  }

  /// Kernels of any variant for a device, at least: some eliminate there only.
  static long launches(const Class& cls) { return cls.n; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
