// How rows are made and results compared; every operator says what its elements and results are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "league/driver.hpp"
#include "reductions.hpp"

/// One; in double precision more than a float holds, so that single precision shows.
template <typename T>
T scale() {
  if constexpr (std::is_floating_point_v<T>)
    return league::unit<T>();
  else
    return T(1);
}

/// Rows are numbered from a drawn number on, so that no earlier answer is right again; what decides
/// in a row takes turns with its number.
inline int role(int number) { return number % Reductions::rounds; }
/// Where a row has the element that decides; those of the last two roles have none.
inline std::size_t planted(int number, std::size_t n) {
  const std::size_t places[Reductions::rounds] = {0, n - 1, n / 2, n - 2, n, n};
  return places[role(number)];
}
/// The role whose start decides; that after it has no end of its own but what lies behind the row.
constexpr int decided_by_start = 4;

/// Rows of element(number, i), also of those between rows, which nobody may read; starts of
/// start(number); `results` numbers of each.
template <typename T, typename Element, typename Start>
Reductions::Data<T> made(const Reductions::Class& cls, int results, const Element& element,
                         const Start& start) {
  constexpr auto rounds = std::size_t(Reductions::rounds);
  const std::size_t pitch = cls.pitch();
  Reductions::Data<T> data{league::vector<T>(rounds * pitch), league::vector<T>(rounds),
                           league::vector<double>(rounds * std::size_t(results)),
                           league::draw(0, 9999)};
  for (std::size_t round = 0; round < rounds; ++round) {
    const int number = data.drawn + int(round);
    for (std::size_t i = 0; i < pitch; ++i) data.x[round * pitch + i] = element(number, i);
    data.start[round] = start(number);
  }
  std::fill(data.result.begin(), data.result.end(), league::poison<double>());
  return data;
}

/// Every result beside expected(number of the row, part of its result), exactly: nothing is
/// rounded.
template <typename T, typename Expected>
league::Checks exactly(const Reductions::Data<T>& data, const Expected& expected) {
  const std::size_t results = data.result.size() / Reductions::rounds;
  const double error = league::max_abs_error(data.result, [&](std::size_t i) {
    return expected(data.drawn + int(i / results), int(i % results));
  });
  return {{"max_error", error, 0}};
}
