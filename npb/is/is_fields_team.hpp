// How keys are shared out to teams and buckets.
#pragma once

#include <algorithm>
#include <cstdint>

#include "is.hpp"

namespace is {

// Reasoned, not measured: the memory of six teams fills a multiprocessor, and there are no more
// than run on some 130 of these at a time.
constexpr int team = 256;
constexpr long most_teams = 792;
constexpr int group = 32;                   // threads whose sums one of them adds up
constexpr int parts = team + team / group;  // sums of threads, then of groups
constexpr int most_buckets = 2048;
constexpr int tile = 4096;      // keys that a team sorts at a time
constexpr int counters = 8192;  // that a team has for the keys of a bucket

/// Keys are sorted into buckets by their high bits: some 2^8 to 2^11 values a bucket in the classes
/// W to B, 2^13 in C.
struct Shape {
  explicit Shape(const Is::Class& cls) : keys(cls.keys()), range(cls.range()) {
    const int buckets_log2 = cls.range_log2 > 26 ? 11 : std::min(10, cls.range_log2 / 2);
    low_log2 = cls.range_log2 - buckets_log2;
    buckets = 1 << buckets_log2;
    teams = int(std::min(keys / tile, most_teams));
  }

  long keys;
  int range, low_log2, buckets, teams;
};

/// Four keys that are read at once.
struct alignas(16) Four {
  std::int32_t key[4];
};

}  // namespace is
