#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Products of a dense matrix, stored by rows, with a sequence of vectors: y = A x.
struct Matvec {
  static constexpr std::string_view name = "matvec";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int rows;
    int columns;
    int products;  // vectors that A is multiplied with
    int teams;     // of the variants that are given a shape
    int threads;   // of each of those teams
  };
  static constexpr std::array classes{
      Class{'S', 1003, 1517, 4, 64, 8},      Class{'W', 2003, 2503, 5, 64, 8},
      Class{'A', 8009, 10'007, 10, 64, 8},   Class{'B', 20'011, 30'011, 10, 64, 8},
      Class{'C', 50'021, 80'021, 10, 64, 8},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"rows", &Class::rows, 1, 1'000'000},
      league::Parameter<Class>{"columns", &Class::columns, 1, 86'000},  // sums stay below 2^24
      league::Parameter<Class>{"products", &Class::products, 1, 1000},
      league::Parameter<Class>{"teams", &Class::teams, 1, 65535},
      league::Parameter<Class>{"threads", &Class::threads, 1, 1024},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> a;  // rows * columns, row major
    league::vector<Real> x;  // products * columns, one vector after the other
    league::vector<Real> y;  // products * rows; the answer, starts poisoned
    std::size_t shift;       // of what A and x are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: multiply A with every vector in data.x.
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
  static long launches(const Class& cls) { return cls.products; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
