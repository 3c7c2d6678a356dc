// What the host makes of it: both velocities together; of all that leads to them, a row is kept.

#include <vector>

#include "cloverleaf_parts.hpp"
#include "rows.hpp"

namespace {

using namespace clover;

/// What a row needs along the way; every pointer stands at j = 0.
struct Own {
  std::vector<double> memory;
  double* nodes;
  double* before;
  double* after;
  double* flow_u;
  double* flow_w;

  explicit Own(const Grid& g) : memory(std::size_t(5 * g.pitch)) {
    nodes = memory.data() + 8;
    before = nodes + g.pitch;
    after = before + g.pitch;
    flow_u = after + g.pitch;
    flow_w = flow_u + g.pitch;
  }
};

template <int sweep>
void row_along_x(const Grid& grid, double* f, int set, int k, const Own& own) {
  const Grid g = grid;
  const int next = 1 - set;
  const long c = g.at(0, k);
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  double* new_u = f + (xvel + next) * g.size + c;
  double* new_w = f + (yvel + next) * g.size + c;
  double* nodes = own.nodes;
  double* before = own.before;
  double* after = own.after;
  double* flow_u = own.flow_u;
  double* flow_w = own.flow_w;
  #pragma omp simd
  for (int j = -1; j <= g.nx + 2; ++j) {
    nodes[j] = node_flux<0>(g, f, c + j);
    before[j] = column_mass<0>(g, f, next, sweep, c + j);
  }
  #pragma omp simd
  for (int j = 0; j <= g.nx + 2; ++j) after[j] = 0.25 * (before[j - 1] + before[j]);
  #pragma omp simd
  for (int j = 0; j <= g.nx + 2; ++j) before[j] = after[j] - nodes[j - 1] + nodes[j];
  #pragma omp simd
  for (int j = 0; j <= g.nx + 1; ++j) {
    flow_u[j] =
        momentum_flux(nodes[j], before[j], before[j + 1], u[j - 1], u[j], u[j + 1], u[j + 2]);
    flow_w[j] =
        momentum_flux(nodes[j], before[j], before[j + 1], w[j - 1], w[j], w[j + 1], w[j + 2]);
  }
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const double rest = 1 / after[j];
    new_u[j] = (u[j] * before[j] + flow_u[j - 1] - flow_u[j]) * rest;
    new_w[j] = (w[j] * before[j] + flow_w[j - 1] - flow_w[j]) * rest;
  }
}

/// Takes the thread's rows from vertex row k to k + 1; what flows up from row k, and if `writes`
/// its velocities.
template <int sweep, bool writes>
void row_along_y(const Grid& grid, double* f, int set, int k, const Own& own) {
  const Grid g = grid;
  const int next = 1 - set;
  const long a = g.pitch;
  const long c = g.at(0, k);
  const double* u = f + (xvel + set) * g.size + c;
  const double* w = f + (yvel + set) * g.size + c;
  double* new_u = f + (xvel + next) * g.size + c;
  double* new_w = f + (yvel + next) * g.size + c;
  double* nodes = own.nodes;
  double* before = own.before;
  double* after = own.after;
  double* flow_u = own.flow_u;
  double* flow_w = own.flow_w;
  #pragma omp simd
  for (int j = 1; j <= g.nx + 1; ++j) {
    const double next_node = node_flux<1>(g, f, c + j + a);
    const double next_after = node_mass<1>(g, f, next, sweep, c + j + a);
    const double next_before = next_after - nodes[j] + next_node;
    const double up_u =
        momentum_flux(nodes[j], before[j], next_before, u[j - a], u[j], u[j + a], u[j + 2 * a]);
    const double up_w =
        momentum_flux(nodes[j], before[j], next_before, w[j - a], w[j], w[j + a], w[j + 2 * a]);
    if (writes) {
      const double rest = 1 / after[j];
      new_u[j] = (u[j] * before[j] + flow_u[j] - up_u) * rest;
      new_w[j] = (w[j] * before[j] + flow_w[j] - up_w) * rest;
    }
    nodes[j] = next_node;
    before[j] = next_before;
    after[j] = next_after;
    flow_u[j] = up_u;
    flow_w[j] = up_w;
  }
}

template <int sweep>
void advect_along_x(const Grid& g, double* f, int set) {
  const Block rows = block_of(g.ny + 1);
  const Own own(g);
  for (int k = rows.first; k <= rows.last; ++k) {
    row_along_x<sweep>(g, f, set, k, own);
    mirror_row(g, f + (xvel + 1 - set) * g.size, xvel_kind, k);
    mirror_row(g, f + (yvel + 1 - set) * g.size, yvel_kind, k);
  }
}

template <int sweep>
void advect_along_y(const Grid& g, double* f, int set) {
  const Block rows = block_of(g.ny + 1);
  const Own own(g);
  const long c = g.at(0, rows.first - 1);
  if (rows.first <= rows.last) {
    for (int j = 1; j <= g.nx + 1; ++j) {
      own.nodes[j] = node_flux<1>(g, f, c + j);
      own.after[j] = node_mass<1>(g, f, 1 - set, sweep, c + j);
      own.before[j] = own.after[j] - node_flux<1>(g, f, c + j - g.pitch) + own.nodes[j];
    }
    row_along_y<sweep, false>(g, f, set, rows.first - 1, own);
  }
  for (int k = rows.first; k <= rows.last; ++k) {
    row_along_y<sweep, true>(g, f, set, k, own);
    mirror_row(g, f + (xvel + 1 - set) * g.size, xvel_kind, k);
    mirror_row(g, f + (yvel + 1 - set) * g.size, yvel_kind, k);
  }
}

}  // namespace

template <>
void clover::advect_momentum<0>(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect_along_x<1>(g, f, set) : advect_along_x<2>(g, f, set);
  #pragma omp barrier
}

template <>
void clover::advect_momentum<1>(const Grid& g, double* f, int set, int sweep) {
  sweep == 1 ? advect_along_y<1>(g, f, set) : advect_along_y<2>(g, f, set);
  #pragma omp barrier
}
