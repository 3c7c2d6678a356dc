#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// One loop over many arrays, launched again and again: what does a captured pointer cost a launch?
struct LambdaPointers {
  static constexpr std::string_view name = "lambda-pointers";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;         // elements of all arrays together
    int pointers;  // arrays, each mapped by itself; one of `counts`
    int launches;
  };
  static constexpr std::array classes{
      Class{'S', 20'011, 20, 10},        Class{'W', 20'011, 20, 200},
      Class{'A', 1'000'003, 20, 200},    Class{'B', 10'000'019, 20, 50},
      Class{'C', 1'000'000'007, 20, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1000, 2'000'000'000},
      league::Parameter<Class>{"pointers", &Class::pointers, 1, 150},
      league::Parameter<Class>{"launches", &Class::launches, 1, 10'000},
  };
  /// Numbers of pointers that there are loops for: a closure has its members when it is compiled.
  static constexpr std::array counts{1, 2, 5, 10, 20, 50, 100, 150};

  /// Elements of each array.  They lie one behind the other; what n has more stays as it is.
  static int length(const Class& cls) { return cls.n / cls.pointers; }

  template <typename Real>
  struct Data {
    league::vector<Real> y;  // all arrays
    std::size_t shift = 0;   // of what they are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: `cls.launches` times y_k[i] += k + 1, all arrays k in
  /// one loop over i.
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
  static long launches(const Class& cls) { return cls.launches; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
