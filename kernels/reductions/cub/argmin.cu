// The vendor's library beside hand-written CUDA: one call finds the least of a row and its place.

#include <cstddef>
#include <cub/device/device_reduce.cuh>

#include "league/cuda.hpp"
#include "reductions.hpp"

template <typename T>
void Argmin::run(const Class& cls, Data<T>& data, league::Stopwatch& watch) {
  T values[rounds];
  int places[rounds];
  league::DeviceArray<T> x(data.x.size());
  league::DeviceArray<T> value(rounds);
  league::DeviceArray<int> place(rounds);
  std::size_t bytes = 0;
  const auto find = [&](void* work, int round) {
    const T* row = x.data() + std::size_t(round) * cls.pitch();
    league::demand(cub::DeviceReduce::ArgMin(work, bytes, row, value.data() + round,
                                             place.data() + round, cls.n),
                   "argmin");
  };
  find(nullptr, 0);  // says how much memory it needs
  league::DeviceArray<char> work(bytes);
  x.copy_from(data.x.data());

  watch.start();
  for (int round = 0; round < rounds; ++round) find(work.data(), round);
  watch.stop();

  value.copy_to(values);
  place.copy_to(places);
  for (int round = 0; round < rounds; ++round) {  // the call has no start
    const Place<T> least = first_of<T>({data.start[round], -1}, {values[round], places[round]});
    data.result[2 * round] = least.value;
    data.result[2 * round + 1] = least.index;
  }
}

template void Argmin::run(const Class&, Data<float>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<double>&, league::Stopwatch&);
template void Argmin::run(const Class&, Data<int>&, league::Stopwatch&);
