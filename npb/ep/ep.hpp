#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Pairs of uniform random numbers become pairs of normal ones, which are summed and counted: no
/// memory, no communication, only arithmetic.
struct Ep {
  static constexpr std::string_view name = "npb-ep";
  using Precisions = std::tuple<double>;

  static constexpr int annuli = 10;

  struct Class {
    char letter;
    int m;      // 2^m pairs
    double sx;  // published sums of both coordinates
    double sy;
    std::array<double, annuli> counts;  // not published: from an independent program; all zero if
                                        // nobody has counted
  };
  static constexpr std::array classes{
      Class{'S',
            24,
            -3247.83465203474,
            -6958.407078382297,
            {6140517, 5865300, 1100361, 68546, 1648, 17, 0, 0, 0, 0}},
      Class{'W',
            25,
            -2863.319731645753,
            -6320.053679109499,
            {12281576, 11729692, 2202726, 137368, 3371, 36, 0, 0, 0, 0}},
      Class{'A',
            28,
            -4295.875165629892,
            -15807.32573678431,
            {98257395, 93827014, 17611549, 1110028, 26536, 245, 0, 0, 0, 0}},
      Class{'B',
            30,
            40338.15542441498,
            -26606.69192809235,
            {393058470, 375280898, 70460742, 4438852, 105691, 948, 5, 0, 0, 0}},
      Class{'C',
            32,
            47643.67927995374,
            -80840.72988043731,
            {1572172634, 1501108549, 281805648, 17761221, 424017, 3821, 13, 0, 0, 0}},
      Class{'D', 36, 198248.1200946593, -102059.6636361769, {}},
      Class{'E', 40, -531971.744153, -368883.4557731, {}},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"m", &Class::m, 10, 40},
  };

  template <typename Real>
  struct Data {
    league::vector<Real> sums;  // of X, of Y, then the ten counts; starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: data.sums of 2^cls.m pairs, as one lap "pairs".
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Why check() has nothing to compare a run of this class with, if so.
  static std::string why_not_checked(const Class& cls);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.sums;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.sums);
  }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
