// What the host does with the same phases: eight neighbouring lines side by side in the lanes of a
// vector; what elimination leaves of them stays in a cache.

#include <algorithm>
#include <vector>

#include "rows.hpp"
#include "sp_body.hpp"
#include "sp_parts.hpp"

using cfd::Lanes;

namespace sp {
namespace {

constexpr int width = cfd::lanes<Lanes>;

/// Eight lines: waves at all points, and rows in the order of elimination, with two rows of zero in
/// front.  There are whole vectors of points; those behind the line stay zero.
struct Batch {
  explicit Batch(int n)
      : points((n + width - 1) / width * width), waves(points), rows(points + 1) {}
  int points;
  std::vector<Wave<Lanes>> waves;
  std::vector<Row<Lanes>> rows;
};

/// Waves and right-hand sides of the lines along y or z that begin at c, c + 1, ... c + 7.
template <int axis>
void gather(const cfd::Grid& grid, const Fields& f, long c, Batch& batch) {
  for (int p = 0; p < grid.n; ++p, c += grid.stride<axis>()) {
    batch.waves[p] =
        wave<axis>(grid, load_five<Lanes>(f.u + c, grid.points), cfd::load<Lanes>(f.ri + c));
    batch.rows[p + 1].r = load_five<Lanes>(f.rhs + c, grid.points);
  }
}

/// Where eight lines along x begin.  Behind the last row it is repeated: it is boundary, where
/// everything is zero.
struct Starts {
  long at[width];
};

Starts starts(const cfd::Grid& grid, int k, int j) {
  Starts row;
  for (int l = 0; l < width; ++l) row.at[l] = grid.at(k, std::min(j + l, grid.n - 1), 0);
  return row;
}

void gather_x(const cfd::Grid& grid, const Fields& f, const Starts& row, Batch& batch) {
  for (int i = 0; i < batch.points; i += width) {
    Wave<Lanes> waves[width];
    Five<Lanes> values[width];
    for (int l = 0; l < width; ++l) {
      const long c = row.at[l] + i;
      waves[l] = wave<0>(grid, load_five<Lanes>(f.u + c, grid.points), cfd::load<Lanes>(f.ri + c));
      values[l] = load_five<Lanes>(f.rhs + c, grid.points);
    }
    transpose(waves);
    transpose(values);
    for (int p = 0; p < width; ++p) {
      batch.waves[i + p] = waves[p];
      batch.rows[i + p + 1].r = values[p];
    }
  }
}

void eliminate_all(const cfd::Grid& grid, Batch& batch) {
  for (int p = 1; p < grid.n - 1; ++p)
    batch.rows[p + 1] =
        eliminate(smoothing(grid, p), batch.waves[p - 1], batch.waves[p], batch.waves[p + 1],
                  batch.rows[p + 1].r, batch.rows[p - 1], batch.rows[p]);
}

template <int axis>
void substitute_all(const cfd::Grid& grid, const Fields& f, long c, const Batch& batch) {
  Five<Lanes> next{};
  Five<Lanes> second{};
  for (int p = grid.n - 2; p > 0; --p) {
    const Five<Lanes> r = substitute(batch.rows[p + 1], next, second);
    finish<axis>(grid, c + p * grid.stride<axis>(), r, f.u, f.ri, f.rhs);
    second = next;
    next = r;
  }
}

void substitute_x(const cfd::Grid& grid, const Fields& f, const Starts& row, const Batch& batch) {
  Five<Lanes> next{};
  Five<Lanes> second{};
  for (int i = batch.points - width; i >= 0; i -= width) {
    Five<Lanes> values[width];
    for (int p = width - 1; p >= 0; --p) {
      values[p] = substitute(batch.rows[i + p + 1], next, second);
      second = next;
      next = values[p];
    }
    transpose(values);
    for (int l = 0; l < width; ++l) finish<0>(grid, row.at[l] + i, values[l], f.u, f.ri, f.rhs);
  }
}

}  // namespace

template <int axis>
void solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();
  Batch batch(n);
  #pragma omp for collapse(2) schedule(static)
  for (int s = 1; s < n - 1; ++s)
    for (int i = 0; i < n; i += width) {
      const long c = s * slab + i;
      gather<axis>(grid, f, c, batch);
      eliminate_all(grid, batch);
      substitute_all<axis>(grid, f, c, batch);
    }
}

// Lines along x lie in memory: eight of them are transposed on their way in and out.
template <>
void solve<0>(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  Batch batch(n);
  #pragma omp for collapse(2) schedule(static)
  for (int k = 1; k < n - 1; ++k)
    for (int j = 0; j < n; j += width) {
      const Starts row = starts(grid, k, j);
      gather_x(grid, f, row, batch);
      eliminate_all(grid, batch);
      substitute_x(grid, f, row, batch);
    }
}

template void solve<1>(cfd::Grid, Fields);
template void solve<2>(cfd::Grid, Fields);

}  // namespace sp
