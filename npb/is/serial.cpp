// What is computed: a histogram of the keys and its running sum, which is the rank of each key.

#include <algorithm>

#include "is.hpp"

namespace {

// Changes two keys, notes the test keys in `test` and leaves the number of keys k in count[k].
void count_keys(const Is::Class& cls, int iteration, std::int32_t* key, std::int32_t* test,
                std::uint32_t* count) {
  key[iteration] = iteration;
  key[iteration + 10] = cls.range() - iteration;
  for (int t = 0; t < Is::tests; ++t) test[t] = key[cls.test_index[t]];
  std::fill_n(count, cls.range(), 0);
  for (long i = 0; i < cls.keys(); ++i) ++count[key[i]];
}

// Sums the counts up and looks up how many keys are below each test key.
void rank_keys(const Is::Class& cls, const std::int32_t* test, std::uint32_t* count,
               std::uint32_t* found) {
  for (int k = 1; k < cls.range(); ++k) count[k] += count[k - 1];
  for (int t = 0; t < Is::tests; ++t) found[t] = test[t] > 0 ? count[test[t] - 1] : 0;
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  std::int32_t test[tests];
  league::vector<std::uint32_t> found(data.found.size());

  // One ranking before the clock starts, as the specification wants it.
  count_keys(cls, 1, key, test, last);
  rank_keys(cls, test, last, found.data());

  watch.start();
  for (int iteration = 1; iteration <= cls.niter; ++iteration) {
    count_keys(cls, iteration, key, test, last);
    watch.lap("count");
    rank_keys(cls, test, last, &found[tests * (iteration - 1)]);
    watch.lap("rank");
  }
  watch.stop();

  std::copy(found.begin(), found.end(), data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
