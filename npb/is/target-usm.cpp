// Unified shared memory against mapping: as target-data, without a word about data.

#include <algorithm>

#include "is.hpp"

#pragma omp requires unified_shared_memory

namespace {

// Changes two keys, notes the test keys in `test` and counts the keys.
void count_keys(const Is::Class& cls, int iteration, std::int32_t* key, const int* test_index,
                std::int32_t* test, std::uint32_t* count) {
  const long keys = cls.keys();
  const long range = cls.range();
  #pragma omp target
  {
    key[iteration] = iteration;
    key[iteration + 10] = std::int32_t(range) - iteration;
    for (int t = 0; t < Is::tests; ++t) test[t] = key[test_index[t]];
  }
  #pragma omp target teams distribute parallel for
  for (long k = 0; k < range; ++k) count[k] = 0;
  #pragma omp target teams distribute parallel for
  for (long i = 0; i < keys; ++i) {
    #pragma omp atomic
    ++count[key[i]];
  }
}

// Sums the counts up in slices, each of which starts with the sum of those before it, and looks up
// how many keys are below each test key.
void rank_keys(const Is::Class& cls, const std::int32_t* test, std::uint32_t* sum,
               std::uint32_t* count, std::uint32_t* found) {
  const int slice = cls.slice();
  const int slices = cls.slices();
  #pragma omp target teams distribute parallel for
  for (int s = 0; s < slices; ++s) {
    std::uint32_t total = 0;
    for (int k = 0; k < slice; ++k) total += count[long(s) * slice + k];
    sum[s] = total;
  }
  #pragma omp target teams distribute parallel for
  for (int s = 0; s < slices; ++s) {
    const long first = long(s) * slice;
    std::uint32_t running = 0;
    for (int before = 0; before < s; ++before) running += sum[before];
    for (int k = 0; k < slice; ++k) count[first + k] = running += count[first + k];
  }
  #pragma omp target
  for (int t = 0; t < Is::tests; ++t) found[t] = test[t] > 0 ? count[test[t] - 1] : 0;
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long keys = cls.keys();
  const long range = cls.range();
  const int slices = cls.slices();
  const int ranks = tests * cls.niter;
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  const int* test_index = cls.test_index.data();
  league::vector<std::uint32_t> sums(slices);
  league::vector<std::uint32_t> found_ranks(ranks);
  std::uint32_t* sum = sums.data();
  std::uint32_t* found = found_ranks.data();
  std::int32_t test[tests];

  // One ranking before the clock starts, as the specification wants it.
  count_keys(cls, 1, key, test_index, test, last);
  rank_keys(cls, test, sum, last, found);

  watch.start();
  for (int iteration = 1; iteration <= cls.niter; ++iteration) {
    count_keys(cls, iteration, key, test_index, test, last);
    watch.lap("count");
    rank_keys(cls, test, sum, last, found + tests * (iteration - 1));
    watch.lap("rank");
  }
  watch.stop();

  std::copy_n(found, ranks, data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
