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

/// Where the row of a round has the element that decides; the last two have none.
inline std::size_t planted(int round, std::size_t n) {
  const std::size_t places[Reductions::rounds] = {0, n - 1, n / 2, n - 2, n, n};
  return places[round];
}
/// The round whose start decides; that after it has no end of its own but what lies behind the row.
constexpr int decided_by_start = 4;

/// Rows of element(round, i), also of those between rows, which nobody may read; starts of
/// start(round); `results` numbers of each round.
template <typename T, typename Element, typename Start>
Reductions::Data<T> made(const Reductions::Class& cls, int results, const Element& element,
                         const Start& start) {
  constexpr auto rounds = std::size_t(Reductions::rounds);
  const std::size_t pitch = cls.pitch();
  Reductions::Data<T> data{league::vector<T>(rounds * pitch), league::vector<T>(rounds),
                           league::vector<double>(rounds * std::size_t(results))};
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < pitch; ++i) data.x[round * pitch + i] = element(int(round), i);
    data.start[round] = start(int(round));
  }
  std::fill(data.result.begin(), data.result.end(), league::poison<double>());
  return data;
}

/// Every result beside expected(round, number), exactly: nothing is rounded.
template <typename Expected>
league::Checks exactly(const league::vector<double>& result, const Expected& expected) {
  const std::size_t results = result.size() / Reductions::rounds;
  const double error = league::max_abs_error(
      result, [&](std::size_t i) { return expected(int(i / results), int(i % results)); });
  return {{"max_error", error, 0}};
}
