#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// CG: the largest eigenvalue of a random sparse matrix by inverse power iteration, with 25 steps
/// of conjugate gradients for every solution.
struct Cg {
  static constexpr std::string_view name = "npb-cg";
  using Precisions = std::tuple<double>;

  static constexpr int most_steps =
      25;  ///< of conjugate gradients for one solution; the rules' own

  struct Class {
    char letter;
    int n;         // rows
    int nonzer;    // entries drawn for every sparse vector the matrix is made of
    int niter;     // steps of the inverse power iteration
    double shift;  // the matrix is B - shift I, with B positive definite and below the shift
    double zeta;   // published, after the class's own niter
    int nonzeros;  // of the matrix; published up to class C
    int steps;     // of conjugate gradients for one solution
  };
  static constexpr std::array classes{
      Class{'S', 1400, 7, 15, 10, 8.5971775078648, 78148, most_steps},
      Class{'W', 7000, 8, 15, 12, 10.362595087124, 508402, most_steps},
      Class{'A', 14000, 11, 15, 20, 17.130235054029, 1853104, most_steps},
      Class{'B', 75000, 13, 75, 60, 22.712745482631, 13708072, most_steps},
      Class{'C', 150000, 15, 75, 110, 28.973605592845, 36121058, most_steps},
      Class{'D', 1500000, 21, 100, 500, 52.514532105794, 694392620, most_steps},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"niter", &Class::niter, 1, 500},
      league::Parameter<Class>{"steps", &Class::steps, 1, most_steps},
  };
  static constexpr double rcond = 0.1;  ///< least eigenvalue of B, the least weight of its vectors

  template <typename Real>
  struct Data {
    league::vector<int> row;     // row i is [row[i], row[i + 1]) of the next two
    league::vector<int> column;  // ascending within a row
    league::vector<Real> value;
    league::vector<Real> x;      // the eigenvector after run(); starts poisoned
    league::vector<Real> zeta;   // its eigenvalue after every iteration; starts poisoned
    league::vector<Real> rnorm;  // ||x - A z|| of every iteration; starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: one iteration as warm-up, then niter from x = 1 on.
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
    return std::tie(data.x, data.zeta, data.rnorm);
  }

  /// Kernels of any variant for a device, at least: two a step of conjugate gradients; one more
  /// iteration comes before start().
  static long launches(const Class& cls) { return cls.niter * (2L * cls.steps + 2); }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
