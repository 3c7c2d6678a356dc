#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Ranks of integer keys by counting: a histogram and its prefix sum, ten times over.
struct Is {
  static constexpr std::string_view name = "npb-is";
  using Precisions = std::tuple<double>;  // of the ranks that are compared; keys are integers

  static constexpr int tests = 5;  // keys whose rank is looked up in every ranking

  struct Class {
    char letter;
    int keys_log2;                         // 2^keys_log2 keys
    int range_log2;                        // of 0 ... 2^range_log2 - 1
    int niter;                             // rankings
    std::array<int, tests> test_index;     // the keys to look up
    std::array<long, tests> test_rank;     // their published ranks are
    std::array<int, tests> slope, offset;  // test_rank + slope * iteration + offset

    long keys() const { return 1L << keys_log2; }
    int range() const { return 1 << range_log2; }
    /// The running sum is made in slices: as many as each has counts, or twice.
    int slice() const { return 1 << range_log2 / 2; }
    int slices() const { return range() / slice(); }
  };
  static constexpr std::array classes{
      Class{'S',
            16,
            11,
            10,
            {48427, 17148, 23627, 62548, 4431},
            {0, 18, 346, 64917, 65463},
            {1, 1, 1, -1, -1},
            {0, 0, 0, 0, 0}},
      Class{'W',
            20,
            16,
            10,
            {357773, 934767, 875723, 898999, 404505},
            {1249, 11698, 1039987, 1043896, 1048018},
            {1, 1, -1, -1, -1},
            {-2, -2, 0, 0, 0}},
      Class{'A',
            23,
            19,
            10,
            {2112377, 662041, 5336171, 3642833, 4250760},
            {104, 17523, 123928, 8288932, 8388264},
            {1, 1, 1, -1, -1},
            {-1, -1, -1, 1, 1}},
      Class{'B',
            25,
            21,
            10,
            {41869, 812306, 5102857, 18232239, 26860214},
            {33422937, 10244, 59149, 33135281, 99},
            {-1, 1, 1, -1, 1},
            {0, 0, 0, 0, 0}},
      Class{'C',
            27,
            23,
            10,
            {44172927, 72999161, 74326391, 129606274, 21736814},
            {61147, 882988, 266290, 133997595, 133525895},
            {1, 1, 1, -1, -1},
            {0, 0, 0, 0, 0}},
      Class{'D',
            31,
            27,
            10,
            {1317351170, 995930646, 1157283250, 1503301535, 1453734525},
            {1, 36538729, 1978098519, 2145192618, 2147425337},
            {1, 1, -1, -1, -1},
            {0, 0, 0, 0, 0}},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"niter", &Class::niter, 1, 10},  // there are ranks for ten
      league::Parameter<Class>{"range_log2", &Class::range_log2, 7, 27},
  };

  template <typename Real>
  struct Data {
    league::vector<std::int32_t> key;  // 2^keys_log2
    league::vector<std::uint32_t>
        last;                    // 2^range_log2: how many keys are k or less; starts poisoned
    league::vector<Real> found;  // tests ranks per iteration; starts poisoned
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: cls.niter times change two keys, count all, lap "count",
  /// and sum the counts up and look the ranks of the test keys up, lap "rank".  data.last is that
  /// of the last iteration; data.key may be changed or not.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.found;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.found, data.last);
  }

  /// Kernels of any variant for a device, at least; one more ranking comes before start().
  static long launches(const Class& cls) { return 4L * cls.niter; }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
