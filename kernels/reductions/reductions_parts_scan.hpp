// Scans: of a row, the results so far at every element.
#pragma once

#include "reductions.hpp"

struct Scan : Reductions {
  using Precisions = std::tuple<float, double>;

  template <typename T>
  struct Data {
    league::vector<T> x;      // the rows
    league::vector<T> start;  // of each row, what its sums start from
    league::vector<T> y;      // the sums, row behind row; starts poisoned
    int drawn = 0;            // number of the first row, of which its elements are made
  };

  template <typename T>
  static league::vector<T>& result(Data<T>& data) {
    return data.y;
  }
  template <typename T>
  static auto outputs(Data<T>& data) {
    return std::tie(data.y);
  }
  static league::Work work(const Class& cls, std::size_t bytes_of_one);
};

struct ScanInclusive : Scan {
  static constexpr std::string_view name = "scan-inclusive";
  /// Element i of a row of y is the start plus elements 0 to i of the row of x.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};

struct ScanExclusive : Scan {
  static constexpr std::string_view name = "scan-exclusive";
  /// Element i of a row of y is the start plus elements 0 to i - 1 of the row of x.
  template <typename T>
  static void run(const Class& cls, Data<T>& data, league::Stopwatch& watch);
  template <typename T>
  static Data<T> make(const Class& cls);
  template <typename T>
  static league::Checks check(const Class& cls, const Data<T>& data);
};
