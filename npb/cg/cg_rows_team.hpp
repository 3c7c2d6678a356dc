// What the threads of a team do together in the product of a matrix and a vector.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cg_fields.hpp"

namespace cg {

constexpr int team_size = 256;
constexpr int most_teams = 1056;  // eight on each of some 130 multiprocessors
constexpr int fewest_lanes = 8;   // of a row
constexpr int parts = team_size + team_size / fewest_lanes;

/// Teams of operations on vectors of n: one for every multiprocessor, since more would only wait
/// for each other with their sums.
inline int teams_for(int n) { return std::min(132, (n + team_size - 1) / team_size); }

/// Sums stay on the device.  Every step of every iteration has its own, and nobody clears them.
enum Sum {
  rho,  // r.r before every step, and behind the last
  pq = rho + Cg::most_steps + 1,
  norm = pq + Cg::most_steps,  // of x - A z, squared
  xz,
  zz,
  all_sums
};

/// An element of r and one of the p before: p = r + beta times the p before.
struct alignas(16) Pair {
  double r, p;
};

/// The place of a thread in its team, and `parts` numbers in the memory of the team.
struct Member {
  int self, threads;
  double* part;
};

/// What lane number `lane` of several adds to element i of A p: every `lanes`-th product of each
/// part of the row.
inline double lane_times(int slices, const int* begin, const std::uint16_t* index,
                         const double* value, int i, int lane, int lanes, const Pair* rp,
                         double beta) {
  double sum = 0;
  for (int slice = 0; slice < slices; ++slice) {
    const Pair* from = rp + slice * widest;
    const int part = i * slices + slice;
    for (int e = begin[part] + lane; e < begin[part + 1]; e += lanes) {
      const Pair pair = from[index[e]];
      sum += value[e] * (pair.r + beta * pair.p);
    }
  }
  return sum;
}

/// Adds what the threads of a team have to *sum.
inline void team_add(Member m, double value, double* sum) {
  #pragma omp barrier
  m.part[m.self] = value;
  #pragma omp barrier
  if (m.self >= 32) return;
  double total = 0;
  for (int t = m.self; t < m.threads; t += 32) total += m.part[t];
  #pragma omp atomic
  *sum += total;
}

/// q := A p in the rows from `first` on that a team has at a time, or without q: returns this
/// thread's share of p.q, or of the square of x - A z, for which rp has z and zeros.
inline double multiply_rows(Member m, int n, int lanes_log2, int first, int slices,
                            const int* begin, const std::uint16_t* index, const double* value,
                            const Pair* rp, double beta, const double* x, double* p, double* q) {
  const int lanes = 1 << lanes_log2;
  const int rows = std::min(team_size >> lanes_log2, n - first);
  for (int t = m.self; t < rows << lanes_log2; t += m.threads) {
    const int row = t >> lanes_log2;
    m.part[t + row] = lane_times(slices, begin, index, value, first + row, t & (lanes - 1), lanes,
                                 rp, beta);  // one number free between rows: another bank
  }
  #pragma omp barrier
  double share = 0;
  for (int row = m.self; row < rows; row += m.threads) {
    const int i = first + row;
    double product = 0;
    for (int lane = 0; lane < lanes; ++lane) product += m.part[row * (lanes + 1) + lane];
    const double own = q != nullptr ? rp[i].r + beta * rp[i].p : x[i] - product;
    share += own * (q != nullptr ? product : own);
    if (q == nullptr) continue;
    p[i] = own;
    q[i] = product;
  }
  #pragma omp barrier
  return share;
}

}  // namespace cg
