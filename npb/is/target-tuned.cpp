// The best we can do with clauses: keys are first sorted into buckets by their high bits, so that
// the counters of a bucket fit into the memory of a team; only their low 16 bits travel.

#include <omp.h>

#include <algorithm>

#include "is.hpp"
#include "is_rows_team.hpp"

namespace {

// Changes two keys and counts how many there are in each bucket.
void count_buckets(const is::Shape& shape, int iteration, std::int32_t* key, std::uint32_t* total) {
  const long keys = shape.keys;
  const int buckets = shape.buckets, low_log2 = shape.low_log2;
  const std::int32_t high = shape.range - iteration;
  #pragma omp target teams num_teams(shape.teams) thread_limit(is::team)
  {
    std::uint32_t count[is::most_buckets];
    #pragma omp allocate(count) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(is::team)
    {
      const is::Member m{omp_get_thread_num(), omp_get_num_threads(), nullptr};
      const long first = long(omp_get_team_num()) * m.threads + m.self;
      const long step = long(omp_get_num_teams()) * m.threads;
      is::count_keys(m, first, step, keys, buckets, low_log2, iteration, high, key, count, total);
    }
  }
}

// Where every bucket begins, and its first free place; clears the totals.
void start_buckets(const is::Shape& shape, std::uint32_t* total, std::uint32_t* begin,
                   std::uint32_t* free) {
  const int buckets = shape.buckets;
  #pragma omp target teams num_teams(1) thread_limit(is::team)
  {
    std::uint32_t end[is::most_buckets], part[is::parts];
    #pragma omp allocate(end, part) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(is::team)
    {
      const is::Member m{omp_get_thread_num(), omp_get_num_threads(), part};
      for (int b = m.self; b < buckets; b += m.threads) end[b] = total[b];
      #pragma omp barrier
      is::running_sums(m, end, buckets);
      for (int b = m.self; b < buckets; b += m.threads) {
        begin[b + 1] = end[b];
        free[b] = b > 0 ? end[b - 1] : 0;
        total[b] = 0;
      }
      if (m.self == 0) begin[0] = 0;
    }
  }
}

// Writes the low bits of the keys bucket by bucket.  A team sorts a tile in its own memory before,
// so that neighbouring threads write to neighbouring places.
void fill_buckets(const is::Shape& shape, const std::int32_t* key, std::uint32_t* free,
                  std::uint16_t* low) {
  const long keys = shape.keys;
  const int buckets = shape.buckets, low_log2 = shape.low_log2;
  #pragma omp target teams num_teams(shape.teams) thread_limit(is::team)
  {
    std::uint32_t end[is::most_buckets], way[is::most_buckets], part[is::parts];
    std::int32_t sorted[is::tile];
    #pragma omp allocate(end, way, part, sorted) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(is::team)
    {
      const is::Member m{omp_get_thread_num(), omp_get_num_threads(), part};
      const long step = long(omp_get_num_teams()) * is::tile;
      for (long first = long(omp_get_team_num()) * is::tile; first < keys; first += step)
        is::sort_tile(m, buckets, low_log2, reinterpret_cast<const is::Four*>(key + first), free,
                      end, way, sorted, low);
    }
  }
}

// Counts the keys of a bucket, sums the counts up and looks up the test keys that belong to them.
void rank_buckets(const is::Shape& shape, const std::int32_t* key, const int* test_index,
                  const std::uint32_t* begin, const std::uint16_t* low, std::uint32_t* last,
                  std::uint32_t* found) {
  const int buckets = shape.buckets;
  const int values = 1 << shape.low_log2;
  const int here = std::min(values, is::counters);
  #pragma omp target teams num_teams(buckets) thread_limit(is::team)
  {
    std::uint32_t count[is::counters], part[is::parts];
    #pragma omp allocate(count, part) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel num_threads(is::team)
    {
      const is::Member m{omp_get_thread_num(), omp_get_num_threads(), part};
      for (int b = omp_get_team_num(); b < buckets; b += omp_get_num_teams()) {
        // In class D a bucket has more values than there are counters, and is read several times.
        std::uint32_t below = begin[b];
        for (int from = 0; from < values; from += is::counters) {
          is::count_values(m, from, here, low + begin[b], begin[b + 1] - begin[b], count);
          is::running_sums(m, count, here);
          const int value = b * values + from;  // of the first counter
          for (int k = m.self; k < here; k += m.threads) last[value + k] = below + count[k];
          for (int t = m.self; t < Is::tests; t += m.threads) {
            const int k = key[test_index[t]] - 1 - value;
            if (k >= 0 && k < here) found[t] = below + count[k];
          }
          below += count[here - 1];
          #pragma omp barrier
        }
      }
    }
  }
}

}  // namespace

template <typename Real>
void Is::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const is::Shape shape(cls);
  const long keys = cls.keys(), range = cls.range();
  const int buckets = shape.buckets, ranks = tests * cls.niter;
  std::int32_t* key = data.key.data();
  std::uint32_t* last = data.last.data();
  const int* test_index = cls.test_index.data();
  league::vector<std::uint16_t> low_bits(keys);
  league::vector<std::uint32_t> totals(buckets, 0), begins(buckets + 1), places(buckets);
  league::vector<std::uint32_t> found_ranks(ranks, 0);  // nothing is below key 0
  std::uint16_t* low = low_bits.data();
  std::uint32_t *total = totals.data(), *begin = begins.data(), *free = places.data();
  std::uint32_t* found = found_ranks.data();

  #pragma omp target data map(to : key[0 : keys], test_index[0 : tests], total[0 : buckets]) \
      map(from : last[0 : range]) map(tofrom : found[0 : ranks])                             \
      map(alloc : low[0 : keys], begin[0 : buckets + 1], free[0 : buckets])
  {
    // One ranking before the clock starts, as the specification wants it: its number is 0.
    for (int iteration = 0; iteration <= cls.niter; ++iteration) {
      if (iteration == 1) watch.start();
      count_buckets(shape, std::max(1, iteration), key, total);
      start_buckets(shape, total, begin, free);
      fill_buckets(shape, key, free, low);
      if (iteration > 0) watch.lap("count");
      rank_buckets(shape, key, test_index, begin, low, last,
                   found + tests * std::max(0, iteration - 1));
      if (iteration > 0) watch.lap("rank");
    }
    watch.stop();
  }

  std::copy_n(found, ranks, data.found.begin());
}

template void Is::run(const Class&, Data<double>&, league::Stopwatch&);
