// Five target regions whose counts have a closed form in the number of elements.  What a runtime
// itself does is the same for n and 2 n elements, as long as teams and threads are.
#include "counted.hpp"

#include <vector>

constexpr int teams = 4, threads = TEAM_THREADS, width = 64;

static std::vector<double> in, out;
static std::vector<int> keys, bins;

static bool transpose(int n) {
  double *from = in.data(), *to = out.data();
  const int height = n / width;
  #pragma omp target teams distribute parallel for SIMD num_teams(teams) thread_limit(threads)
  for (int i = 0; i < n; ++i) to[i % width * height + i / width] = from[i];
  #pragma omp target update from(to[ : n])
  return to[height + 1] == from[width + 1];
}

static bool stencil(int n) {
  double *from = in.data(), *to = out.data();
  #pragma omp target teams distribute parallel for SIMD num_teams(teams) thread_limit(threads)
  for (int i = 0; i < n; ++i) to[i] = from[i] + from[i + 1] + from[i + 2];
  #pragma omp target update from(to[ : n])
  return to[7] == 24;
}

// A team's part is one chunk: Clang reduces among the threads of a team for each.
static bool sum(int n) {
  double *from = in.data(), sum = 0;
  #pragma omp target teams distribute parallel for SIMD num_teams(teams) thread_limit(threads) \
      reduction(+ : sum) dist_schedule(static, n / teams)
  for (int i = 0; i < n; ++i) sum += from[i];
  return sum == n * (n - 1.0) / 2;
}

static bool every_fourth(int n) {
  double *from = in.data(), *to = out.data();
  #pragma omp target teams distribute parallel for SIMD num_teams(teams) thread_limit(threads)
  for (int i = 0; i < n; ++i) to[i] = from[4 * i];
  #pragma omp target update from(to[ : n])
  return to[7] == 28;
}

static bool histogram(int n) {
  int *of = keys.data(), *count = bins.data();
  for (int& bin : bins) bin = 0;
  #pragma omp target update to(count[ : 8])
  #pragma omp target teams distribute parallel for SIMD num_teams(teams) thread_limit(threads)
  for (int i = 0; i < n; ++i) {
    #pragma omp atomic
    count[of[i] & 7] += 1;
  }
  #pragma omp target update from(count[ : 8])
  return bins[3] == n / 8;
}

// What n elements more cost: one warp for each 32 of them.
static void more(const char* what, bool (*region)(int), long n, const Counts& wanted) {
  const Counts start = counted();
  bool right = region(static_cast<int>(n));
  const Counts once = counted();
  right &= region(static_cast<int>(2 * n));
  Counts twice = counted();
  for (auto& [name, count] : twice) {  // less what n alone cost
    const auto a = start.find(name), b = once.find(name);
    count -= (b == once.end() ? 0 : b->second) - (a == start.end() ? 0 : a->second);
  }
  if (!right) std::printf("FAILED: %s: a wrong answer\n", what), ++wrong;
  expect(what, once, twice, wanted);
}

int main() {
  const int most = 2 * 4096;
  in.resize(4 * most);
  out.resize(most);
  keys.resize(most);
  bins.resize(8);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<double>(i);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(3 * i);
  // Each by itself, so that it begins with a sector.
  double *from = in.data(), *to = out.data();
  int *of = keys.data(), *count = bins.data();
  #pragma omp target enter data map(to : from[ : 4 * most])
  #pragma omp target enter data map(to : to[ : most])
  #pragma omp target enter data map(to : of[ : most])
  #pragma omp target enter data map(to : count[ : 8])
  const long n = most / 2, warps = n / 32;
  // Doubles of 32 lanes in a row are 8 sectors, 9 where they do not begin with one; far apart 32.
  more("transposition", transpose, n,
       {{"load requests", warps},
        {"load sectors", 8 * warps},
        {"store requests", warps},
        {"store sectors", 32 * warps},
        {"fp64_add", 0}});
  more("stencil", stencil, n,
       {{"load requests", 3 * warps},
        {"load sectors", (8 + 9 + 9) * warps},
        {"store requests", warps},
        {"store sectors", 8 * warps},
        {"fp64_add", 2 * n}});
  more("sum", sum, n,
       {{"load requests", warps},
        {"load sectors", 8 * warps},
        {"store requests", 0},
        {"fp64_add", n}});
  more("strided copy", every_fourth, n,
       {{"load requests", warps},
        {"load sectors", 32 * warps},
        {"store requests", warps},
        {"store sectors", 8 * warps},
        {"fp64_add", 0}});
  more("histogram", histogram, n,
       {{"load requests", warps},
        {"load sectors", 4 * warps},
        {"atomic requests", warps},
        {"atomic sectors", warps},
        {"store requests", 0}});
  if (!wrong) std::printf("all right\n");
  return wrong != 0;
}
