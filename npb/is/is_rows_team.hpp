// What the threads of a team do together with counters in their common memory.
#pragma once

#include <algorithm>
#include <cstdint>

#include "is_fields_team.hpp"

namespace is {

/// The place of a thread in its team, and sums of theirs on the way to those of all.
struct Member {
  int self, threads;
  std::uint32_t* of_thread;  // `parts` numbers in the memory of the team
};

/// Replaces n values by their running sums.  All threads of the team come here, and none reads the
/// sums before all have left.
inline void running_sums(Member m, std::uint32_t* value, int n) {
  std::uint32_t* of_group = m.of_thread + team;
  const int share = (n + m.threads - 1) / m.threads;
  const int begin = std::min(n, m.self * share);
  const int end = std::min(n, begin + share);
  const int first = m.self / group * group;  // of those whose sums one thread adds up
  const int busy = (n + share - 1) / share;
  std::uint32_t sum = 0;
  for (int k = begin; k < end; ++k) sum += value[k];
  m.of_thread[m.self] = sum;
  #pragma omp barrier
  if (m.self == first && first < busy) {
    std::uint32_t all = 0;
    for (int t = first; t < std::min(first + group, busy); ++t) all += m.of_thread[t];
    of_group[first / group] = all;
  }
  #pragma omp barrier
  if (m.self < busy) {
    std::uint32_t running = 0;
    for (int g = 0; g < first / group; ++g) running += of_group[g];
    for (int t = first; t < m.self; ++t) running += m.of_thread[t];
    for (int k = begin; k < end; ++k) value[k] = running += value[k];
  }
  #pragma omp barrier
}

/// Changes two keys and counts fours of keys first, first + step, ... by bucket, in the team's
/// counters, which are then added to the totals.
inline void count_keys(Member m, long first, long step, long keys, int buckets, int low_log2,
                       int iteration, std::int32_t high, std::int32_t* key, std::uint32_t* count,
                       std::uint32_t* total) {
  for (int b = m.self; b < buckets; b += m.threads) count[b] = 0;
  #pragma omp barrier
  for (long i = first; i < keys / 4; i += step) {
    if (i < 8)  // one of these may have to change
      for (long at = 4 * i; at < 4 * i + 4; ++at) {
        if (at == iteration) key[at] = iteration;
        if (at == iteration + 10) key[at] = high;
      }
    const Four four = reinterpret_cast<const Four*>(key)[i];
    for (int k = 0; k < 4; ++k) {
      #pragma omp atomic
      ++count[four.key[k] >> low_log2];
    }
  }
  #pragma omp barrier
  for (int b = m.self; b < buckets; b += m.threads) {
    #pragma omp atomic
    total[b] += count[b];
  }
}

/// Counts how many of n low bits are from, from + 1, ... from + here - 1.
inline void count_values(Member m, int from, int here, const std::uint16_t* low, std::uint32_t n,
                         std::uint32_t* count) {
  for (int k = m.self; k < here; k += m.threads) count[k] = 0;
  #pragma omp barrier
  for (std::uint32_t i = m.self; i < n; i += m.threads) {
    const int k = int(low[i]) - from;
    if (k < 0 || k >= here) continue;
    #pragma omp atomic
    ++count[k];
  }
  #pragma omp barrier
}

/// Sorts `tile` keys by bucket and writes their low bits to where the buckets have room; `end`,
/// `way` and `sorted` are the team's.
inline void sort_tile(Member m, int buckets, int low_log2, const Four* fours, std::uint32_t* free,
                      std::uint32_t* end, std::uint32_t* way, std::int32_t* sorted,
                      std::uint16_t* low) {
  for (int b = m.self; b < buckets; b += m.threads) end[b] = 0;
  #pragma omp barrier
  for (int i = m.self; i < tile / 4; i += m.threads) {
    const Four four = fours[i];
    for (int k = 0; k < 4; ++k) {
      #pragma omp atomic
      ++end[four.key[k] >> low_log2];
    }
  }
  #pragma omp barrier
  running_sums(m, end, buckets);
  for (int b = m.self; b < buckets; b += m.threads) {  // from a place in the tile to that in low
    const std::uint32_t begin = b > 0 ? end[b - 1] : 0;
    const std::uint32_t here = end[b] - begin;
    std::uint32_t room = 0;
    #pragma omp atomic capture
    {
      room = free[b];
      free[b] += here;
    }
    way[b] = room - begin;
  }
  #pragma omp barrier
  for (int i = m.self; i < tile / 4; i += m.threads) {
    const Four four = fours[i];
    for (int k = 0; k < 4; ++k) {
      std::uint32_t place;
      #pragma omp atomic capture
      place = --end[four.key[k] >> low_log2];
      sorted[place] = four.key[k];
    }
  }
  #pragma omp barrier
  for (int i = m.self; i < tile; i += m.threads)
    low[way[sorted[i] >> low_log2] + i] = std::uint16_t(sorted[i] & ((1 << low_log2) - 1));
  #pragma omp barrier
}

}  // namespace is
