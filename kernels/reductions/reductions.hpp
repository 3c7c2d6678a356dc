#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"
#include "reductions_body.hpp"

/// What all of the family share: rows of elements, each reduced to a result of its own.
struct Reductions {
  static constexpr int rounds = 6;    // rows
  static constexpr int sections = 8;  // elements of an array that is reduced as a whole

  struct Class {
    char letter;
    int n;  // elements of a row
    /// From one row to the next, in elements: rows begin where wide loads may.
    std::size_t pitch() const { return (std::size_t(n) + 15) / 16 * 16; }
  };
  static constexpr std::array classes{
      Class{'S', 10'007},     Class{'W', 1'000'003},   Class{'A', 8'388'617},
      Class{'B', 67'108'879}, Class{'C', 268'435'463},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 32, 1'000'000'000},
  };

  template <typename T>
  struct Data {
    league::vector<T> x;            // the rows
    league::vector<T> start;        // of each row, what its reduction starts from
    league::vector<double> result;  // of each row, starts poisoned; of a complex number two
    int drawn = 0;                  // number of the first row, of which its elements are made
  };

  template <typename T>
  static league::vector<double>& result(Data<T>& data) {
    return data.result;
  }
  template <typename T>
  static auto outputs(Data<T>& data) {
    return std::tie(data.result);
  }
  /// Kernels of any variant for a device, at least.
  static long launches(const Class& /*cls*/) { return rounds; }
  static league::Work work(const Class& cls, std::size_t bytes_of_one);

  /// Hands in the result of a round.
  static void store(league::vector<double>& result, int round, double value) {
    result[std::size_t(round)] = value;
  }
  static void store(league::vector<double>& result, int round, const Complex& value) {
    result[2 * std::size_t(round)] = value.re;
    result[2 * std::size_t(round) + 1] = value.im;
  }
};

struct Sum : Reductions {
  static constexpr std::string_view name = "reduce-sum";
  using Precisions = std::tuple<float, double, int, Complex>;
  /// Each result is the start plus all elements.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Product : Reductions {
  static constexpr std::string_view name = "reduce-product";
  using Precisions = std::tuple<float, double, unsigned, Complex>;
  /// Each result is the start times all elements; of unsigned numbers modulo 2^32.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Min : Reductions {
  static constexpr std::string_view name = "reduce-min";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is the least of the start and all elements.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Max : Reductions {
  static constexpr std::string_view name = "reduce-max";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is the greatest of the start and all elements.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct And : Reductions {
  static constexpr std::string_view name = "reduce-and";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is 1 if neither the start nor an element is zero, else 0.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Or : Reductions {
  static constexpr std::string_view name = "reduce-or";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is 0 if the start and all elements are zero, else 1.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Argmin : Reductions {
  static constexpr std::string_view name = "reduce-argmin";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is the least value and where it is first: two numbers; the start is at -1.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct Section : Reductions {
  static constexpr std::string_view name = "reduce-section";
  using Precisions = std::tuple<float, double, int>;
  /// Each result is an array: of the elements whose index leaves 0, 1, 2 ... behind, the sums.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};
