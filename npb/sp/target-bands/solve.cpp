// What a processor as device wants: batches of neighbouring lines to its threads, the lines of a
// batch to SIMD lanes.

#include "rows.hpp"
#include "sp_parts.hpp"

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next n lines
  const long per_slab = (n + batch_lines - 1) / batch_lines;
  const long batches = per_slab * (n - 2);
  const int spaces = f.spaces;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* work = f.lines;

  // Every thread has a work space and uses it for one batch after the other.
  #pragma omp target teams distribute parallel for firstprivate(grid)
  for (int space = 0; space < spaces; ++space) {
    double* waves = work + space * batch_space(n);
    double* rows = batch_rows(waves, n);
    for (long b = space * batches / spaces; b < (space + 1) * batches / spaces; ++b) {
      const int begin = int(b % per_slab) * batch_lines;
      const long first = (1 + b / per_slab) * slab + begin * side;
      // The first and the last loops over points run along x, where memory is contiguous.
      const int lines = axis == 0 && n - begin < batch_lines ? n - begin : batch_lines;
      if constexpr (axis == 0)
        for (int l = 0; l < lines; ++l) {
          #pragma omp simd
          for (int p = 0; p < whole_vectors(n); ++p)
            gather_lane<axis>(grid, first + p + l * side, u, ri, rhs, waves + p * wave_size + l,
                              rows + p * row_size + l);
        }
      else
        for (int p = 0; p < n; ++p) {
          // What is local overlaps with nothing, so this loop needs no test for that.
          double wave[wave_size];
          double r[row_size];
          #pragma omp simd
          for (int l = 0; l < batch_lines; ++l)
            gather_lane<axis>(grid, first + p * step + l, u, ri, rhs, wave + l, r + l);
          for (int q = 0; q < wave_size; ++q) waves[p * wave_size + q] = wave[q];
          for (int q = right_side; q < row_size; ++q) rows[p * row_size + q] = r[q];
        }
      #pragma omp simd
      for (int q = 0; q < 2 * row_size; ++q) rows[q - row_size] = rows[(n - 1) * row_size + q] = 0;
      for (int p = 0; p < n; ++p) clear_lanes(lines, waves + p * wave_size, rows + p * row_size);
      for (int p = 1; p < n - 1; ++p) {
        const Smoothing e = smoothing(grid, p);
        #pragma omp simd
        for (int l = 0; l < batch_lines; ++l)
          eliminate_lane(e, waves + p * wave_size + l, rows + p * row_size + l);
      }
      for (int p = n - 2; p > 0; --p) {
        #pragma omp simd
        for (int l = 0; l < batch_lines; ++l) {
          substitute_lane(rows + p * row_size + l);
          if constexpr (axis > 0)
            finish_lane<axis>(grid, first + p * step + l, rows + p * row_size + l, u, ri, rhs);
        }
      }
      if constexpr (axis == 0)
        for (int l = 0; l < lines; ++l) {
          #pragma omp simd
          for (int p = 0; p < whole_vectors(n); ++p)
            finish_lane<axis>(grid, first + p + l * side, rows + p * row_size + l, u, ri, rhs);
        }
    }
  }
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
