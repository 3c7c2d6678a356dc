#include "is.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "../random.hpp"
#include "league/driver.hpp"

namespace {

// The first keys of the sequence: floor(range / 4 * (u1 + u2 + u3 + u4)), in integers.
template <typename Vector>
void fill(const Is::Class& cls, Vector& keys, std::size_t count) {
  npb::Random random{314159265};
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t sum = 0;
    for (int u = 0; u < 4; ++u) sum += random.next_state();
    keys[i] = std::int32_t(sum >> (46 + 2 - cls.range_log2));
  }
}

// The keys as they are ranked in that iteration, whether those of the data were changed or not.
struct Keys {
  Keys(const Is::Class& cls, int iteration, const league::vector<std::int32_t>& keys) : all(keys) {
    fill(cls, first, first.size());
    for (int i = 1; i <= iteration; ++i) {
      first[i] = i;
      first[i + 10] = cls.range() - i;
    }
  }

  std::int32_t operator[](std::size_t i) const { return i < first.size() ? first[i] : all[i]; }
  std::size_t size() const { return all.size(); }

  std::array<std::int32_t, 32> first{};  // only 1 to 20 are ever changed
  const league::vector<std::int32_t>& all;
};

// The published ranks of the test keys, all iterations one after another; with a range that is not
// the class's own the keys below each test key are counted, one test key at a time.
std::vector<double> expected_ranks(const Is::Class& cls, const league::vector<std::int32_t>& data) {
  std::vector<double> ranks;
  const bool published =
      std::any_of(Is::classes.begin(), Is::classes.end(), [&](const Is::Class& other) {
        return other.letter == cls.letter && other.range_log2 == cls.range_log2;
      });
  for (int iteration = 1; iteration <= cls.niter; ++iteration) {
    const Keys keys(cls, iteration, data);
    for (int t = 0; t < Is::tests; ++t) {
      auto rank = double(cls.test_rank[t] + cls.slope[t] * iteration + cls.offset[t]);
      if (!published) {
        rank = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) rank += keys[i] < keys[cls.test_index[t]];
      }
      ranks.push_back(rank);
    }
  }
  return ranks;
}

// Places of the sorted array that are wrong when every key goes to the last free place that its
// count leaves it: the full sort.  Places are numbered from 0 to keys - 1, so if none of them is
// left over and the keys in them do not descend, the array is a permutation and sorted.
long wrong_places(const Keys& keys, league::vector<std::uint32_t> last) {
  constexpr std::int32_t free = -1;
  std::vector<std::int32_t> sorted(keys.size(), free);
  long wrong = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t place = --last[keys[i]];
    if (place < sorted.size() && sorted[place] == free)
      sorted[place] = keys[i];
    else
      ++wrong;
  }
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] == free || (i > 0 && sorted[i - 1] > sorted[i])) ++wrong;
  return wrong;
}

// Counts that differ from those of the keys: the sum of a histogram made here, one by one.
long wrong_counts(const Keys& keys, const league::vector<std::uint32_t>& last) {
  std::vector<std::uint32_t> count(last.size());
  for (std::size_t i = 0; i < keys.size(); ++i) ++count[keys[i]];
  long wrong = 0;
  std::uint32_t sum = 0;
  for (std::size_t k = 0; k < last.size(); ++k) {
    sum += count[k];
    if (last[k] != sum) ++wrong;
  }
  return wrong;
}

}  // namespace

template <typename Real>
Is::Data<Real> Is::make(const Class& cls) {
  Data<Real> data{league::vector<std::int32_t>(std::size_t(cls.keys())),
                  league::vector<std::uint32_t>(std::size_t(cls.range()),
                                                std::numeric_limits<std::uint32_t>::max()),
                  league::vector<Real>(std::size_t(tests) * cls.niter, league::poison<Real>())};
  fill(cls, data.key, data.key.size());
  return data;
}

template <typename Real>
league::Checks Is::check(const Class& cls, const Data<Real>& data) {
  const std::vector<double> expected = expected_ranks(cls, data.key);
  const Keys keys(cls, cls.niter, data.key);
  // Integers: nothing is tolerated.
  return {
      {"ranks", league::max_abs_error(data.found, [&](std::size_t i) { return expected[i]; }), 0},
      {"sorted", double(wrong_places(keys, data.last)), 0},
      {"counts", double(wrong_counts(keys, data.last)), 0}};
}

league::Work Is::work(const Class& cls, std::size_t real_bytes) {
  // An iteration adds one per key and one count to the next; it reads every key and writes every
  // count.  These operations are on integers.
  const double keys = std::ldexp(1.0, cls.keys_log2);
  const double counts = std::ldexp(1.0, cls.range_log2);
  league::Work work;
  work.flops = cls.niter * (keys + counts);
  work.bytes = 4 * cls.niter * (keys + counts);
  // Keys and counts, and as much as the keys once more: for counters of variants that have private
  // ones, then for the sorted array of the check.
  work.resident = 4 * (2 * keys + counts) + double(real_bytes) * tests * cls.niter;
  work.merit = cls.niter * keys * 1e-6;
  work.merit_unit = "Mop";
  work.compares = true;
  return work;
}

int main(int argc, char** argv) { return league::drive<Is>(argc, argv); }
