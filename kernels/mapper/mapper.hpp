#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// An array of structures that hold pointers: every block adds weight x to its y, again and again.
struct Mapper {
  static constexpr std::string_view name = "mapper";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int blocks;  // structures
    int cells;   // of a block, on average
    int steps;   // updates of every block; with more than 2000, fp32 would have to round
  };
  static constexpr std::array classes{
      Class{'S', 13, 101, 4},       Class{'W', 501, 2003, 10},    Class{'A', 2003, 8009, 20},
      Class{'B', 10007, 16001, 20}, Class{'C', 60013, 16001, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"blocks", &Class::blocks, 1, 1000000},
      league::Parameter<Class>{"cells", &Class::cells, 4, 1000000},
      league::Parameter<Class>{"steps", &Class::steps, 1, 2000},
  };

  /// What has to get to the device: the structure, and what its pointers point to.
  template <typename Real>
  struct Block {
    int cells;
    Real weight;
    const Real* x;  // cells; input
    Real* y;        // cells; the answer
  };

  template <typename Real>
  struct Data {
    league::vector<Block<Real>> blocks;  // and behind them one like the first, not to be touched
    // Where the pointers point to: block after block, of unequal length.  Between two blocks lie a
    // few cells that belong to none and keep their value.
    league::vector<Real> x;
    league::vector<Real> y;
    long shift = 0;  // of what both are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: in every block, y += weight * x, `cls.steps` times.
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
  static long launches(const Class& cls) { return cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
