// What a CPU as device wants: the loops of omp, rows of private counters, as many as the device has
// threads and at most as much memory as the keys take.  A GPU has more threads than that.

#include <omp.h>

#include <algorithm>

#include "is.hpp"

namespace {

// How many threads the device gives to a loop if nobody says how many.
int device_threads() {
  int threads = 1;
  #pragma omp target teams map(tofrom : threads) reduction(max : threads)
  {
    int of_team = 1;
    #pragma omp parallel reduction(max : of_team)
    of_team = omp_get_num_threads();
    threads = omp_get_num_teams() * of_team;
  }
  return threads;
}

// Changes two keys, notes the test keys in `test` and counts the keys: those that are k are
// count[k] and the k-th byte of every row.
void count_keys(const Is::Class& cls, int iteration, std::int32_t* key, const int* test_index,
                std::int32_t* test, int rows, std::uint8_t* row, std::uint32_t* count) {
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
  for (int r = 0; r < rows; ++r) {
    std::uint8_t* mine = row + r * range;
    for (long k = 0; k < range; ++k) mine[k] = 0;
    for (long i = keys * r / rows; i < keys * (r + 1) / rows; ++i)
      if (++mine[key[i]] == 0) {
        #pragma omp atomic
        count[key[i]] += 256;
      }
  }
}

// Adds the rows up in slices, starts every slice with the sum of those before it, and looks up how
// many keys are below each test key.
void rank_keys(const Is::Class& cls, const std::int32_t* test, int rows, const std::uint8_t* row,
               std::uint32_t* sum, std::uint32_t* count, std::uint32_t* found) {
  const long range = cls.range();
  const int slice = cls.slice();
  const int slices = cls.slices();
  #pragma omp target teams distribute parallel for
  for (int s = 0; s < slices; ++s) {
    const long first = long(s) * slice;
    std::uint32_t total = 0;
    for (int r = 0; r < rows; ++r)
      for (int k = 0; k < slice; ++k) count[first + k] += row[r * range + first + k];
    for (int k = 0; k < slice; ++k) total += count[first + k];
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
  const int rows = int(std::min<long>(device_threads(), std::max(1L, 4 * keys / range)));
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  const int* test_index = cls.test_index.data();
  league::vector<std::uint8_t> bytes(rows * range);
  league::vector<std::uint32_t> sums(slices);
  league::vector<std::uint32_t> found_ranks(ranks);
  std::uint8_t* row = bytes.data();
  std::uint32_t* sum = sums.data();
  std::uint32_t* found = found_ranks.data();
  std::int32_t test[tests];

  #pragma omp target data map(to : key[0 : keys], test_index[0 : tests]) \
      map(from : last[0 : range], found[0 : ranks])                      \
      map(alloc : test, row[0 : rows * range], sum[0 : slices])
  {
    // One ranking before the clock starts, as the specification wants it.
    count_keys(cls, 1, key, test_index, test, rows, row, last);
    rank_keys(cls, test, rows, row, sum, last, found);

    watch.start();
    for (int iteration = 1; iteration <= cls.niter; ++iteration) {
      count_keys(cls, iteration, key, test_index, test, rows, row, last);
      watch.lap("count");
      rank_keys(cls, test, rows, row, sum, last, found + tests * (iteration - 1));
      watch.lap("rank");
    }
    watch.stop();
  }

  std::copy_n(found, ranks, data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
