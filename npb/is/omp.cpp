// What the host does with the same source: every thread counts in a row of bytes of its own, which
// stays in its cache where words would not, and what a byte cannot hold goes to the common counts.

#include <omp.h>

#include <algorithm>

#include "is.hpp"

namespace {

// Changes two keys, notes the test keys in `test` and counts the keys: those that are k are
// count[k] and the k-th byte of every row.
void count_keys(const Is::Class& cls, int iteration, std::int32_t* key, std::int32_t* test,
                std::uint8_t* rows, std::uint32_t* count) {
  const long keys = cls.keys();
  const long range = cls.range();
  key[iteration] = iteration;
  key[iteration + 10] = cls.range() - iteration;
  for (int t = 0; t < Is::tests; ++t) test[t] = key[cls.test_index[t]];
  #pragma omp parallel
  {
    std::uint8_t* row = rows + omp_get_thread_num() * range;
    std::fill_n(row, range, 0);
    #pragma omp for
    for (long k = 0; k < range; ++k) count[k] = 0;
    #pragma omp for
    for (long i = 0; i < keys; ++i)
      if (++row[key[i]] == 0) {
        #pragma omp atomic
        count[key[i]] += 256;
      }
  }
}

// Adds the rows up in slices, starts every slice with the sum of those before it, and looks up how
// many keys are below each test key.
void rank_keys(const Is::Class& cls, const std::int32_t* test, int threads,
               const std::uint8_t* rows, std::uint32_t* sum, std::uint32_t* count,
               std::uint32_t* found) {
  const long range = cls.range();
  const int slice = cls.slice();
  const int slices = cls.slices();
  #pragma omp parallel
  {
    #pragma omp for
    for (int s = 0; s < slices; ++s) {
      const long first = long(s) * slice;
      std::uint32_t total = 0;
      for (int row = 0; row < threads; ++row)
        for (int k = 0; k < slice; ++k) count[first + k] += rows[row * range + first + k];
      for (int k = 0; k < slice; ++k) total += count[first + k];
      sum[s] = total;
    }
    #pragma omp for
    for (int s = 0; s < slices; ++s) {
      const long first = long(s) * slice;
      std::uint32_t running = 0;
      for (int before = 0; before < s; ++before) running += sum[before];
      for (int k = 0; k < slice; ++k) count[first + k] = running += count[first + k];
    }
  }
  for (int t = 0; t < Is::tests; ++t) found[t] = test[t] > 0 ? count[test[t] - 1] : 0;
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int threads = omp_get_max_threads();
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  std::int32_t test[tests];
  league::vector<std::uint8_t> rows(std::size_t(threads) * cls.range(), 0);
  league::vector<std::uint32_t> sum(cls.slices());
  league::vector<std::uint32_t> found(data.found.size());

  // One ranking before the clock starts, as the specification wants it.
  count_keys(cls, 1, key, test, rows.data(), last);
  rank_keys(cls, test, threads, rows.data(), sum.data(), last, found.data());

  watch.start();
  for (int iteration = 1; iteration <= cls.niter; ++iteration) {
    count_keys(cls, iteration, key, test, rows.data(), last);
    watch.lap("count");
    rank_keys(cls, test, threads, rows.data(), sum.data(), last, &found[tests * (iteration - 1)]);
    watch.lap("rank");
  }
  watch.stop();

  std::copy(found.begin(), found.end(), data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
