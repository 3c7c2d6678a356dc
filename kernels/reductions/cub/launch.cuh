// A row is reduced by one call of the library; results stay on the device until all are there.
#pragma once

#include <cstddef>
#include <cub/device/device_reduce.cuh>

#include "league/cuda.hpp"
#include "reductions.hpp"

/// All rows, each joined to its start.
template <typename Join, typename T>
void reduce_rows(const Reductions::Class& cls, const Reductions::Data<T>& data, T* results,
                 league::Stopwatch& watch) {
  constexpr int rounds = Reductions::rounds;
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<T> result(rounds);
  std::size_t bytes = 0;
  const auto reduce = [&](void* work, int round) {
    const T* row = x.data() + std::size_t(round) * cls.pitch();
    league::demand(cub::DeviceReduce::Reduce(work, bytes, row, result.data() + round, cls.n, Join{},
                                             data.start[round]),
                   "reduction");
  };
  reduce(nullptr, 0);  // says how much memory it needs
  league::DeviceArray<char> work(bytes);
  x.copy_from(data.x.data());

  watch.start();
  for (int round = 0; round < rounds; ++round) reduce(work.data(), round);
  watch.stop();

  result.copy_to(results);
}
