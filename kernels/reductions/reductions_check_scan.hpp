// Running sums of exact terms, all of them beside integers.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "reductions_check_terms.hpp"
#include "reductions_parts_scan.hpp"

template <typename T>
Scan::Data<T> rows_to_scan(const Reductions::Class& cls) {
  auto rows = made<T>(cls, 1, term<T>, first_term<T>);
  league::vector<T> y(std::size_t(cls.n) * Reductions::rounds);
  std::fill(y.begin(), y.end(), league::poison<T>());
  return {std::move(rows.x), std::move(rows.start), std::move(y), rows.drawn};
}

/// Every sum, of its own element too or not, exactly: nothing is rounded.
template <typename T>
league::Checks running_sums(const Reductions::Class& cls, const Scan::Data<T>& data,
                            bool inclusive) {
  double worst = 0;
  for (int round = 0; round < Reductions::rounds; ++round) {
    const int number = data.drawn + round;
    long sum = number + 1;
    const T* row = data.y.data() + std::size_t(round) * std::size_t(cls.n);
    for (std::size_t i = 0; i < std::size_t(cls.n); ++i) {
      const long before = sum;
      sum += integer(number, i);
      const double expected = double(inclusive ? sum : before) * double(scale<T>());
      worst = league::detail::worse(worst, std::abs(double(row[i]) - expected));
    }
  }
  return {{"max_error", worst, 0}};
}
