#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Two kernels of TeaLeaf's conjugate gradients as the study of lambdas had them: a cell an index.
struct TealeafKernels {
  static constexpr std::string_view name = "tealeaf-kernels";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int n;      // cells along an edge
    int steps;  // iterations of both kernels
  };
  static constexpr std::array classes{
      Class{'S', 67, 5},    Class{'W', 512, 21},  Class{'A', 2048, 21},
      Class{'B', 4096, 21}, Class{'C', 8192, 21},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 2, 40000},
      league::Parameter<Class>{"steps", &Class::steps, 1, 1000},
  };

  /// A field has a halo of one cell: row by row, (n + 2) * (n + 2).
  static int pitch(const Class& cls) { return cls.n + 2; }

  static constexpr double beta = -1;  // so that directions stay as large as they are

  template <typename Real>
  struct Data {
    league::vector<Real> r;   // residual
    league::vector<Real> kx;  // conductivity of the face before a cell, 0 at walls
    league::vector<Real> ky;  // of the face below it
    league::vector<Real> p;   // direction
    league::vector<Real> w;   // A p; starts poisoned
    league::vector<Real> pw;  // p w of every step; starts poisoned
    int shift;                // of what fields and conductivities are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: in every step calc_p, p = r + beta p, and calc_w,
  /// w = A p with the sum of p w; laps "calc_p" and "calc_w".  Halos are read and stay as they are.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.w;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.p, data.w, data.pw);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return 2L * cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
