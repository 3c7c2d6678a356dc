// Three levels: slabs to teams, rows and batches of lines to threads, points and lines to SIMD
// lanes.

#include "sp_parts.hpp"
#include "sp_rows.hpp"

template <int axis>
void sp::solve(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long step = grid.stride<axis>();
  const long side = grid.stride<(axis == 0 ? 1 : 0)>();  // to the next line
  const long slab = grid.stride<(axis == 2 ? 1 : 2)>();  // to the next n lines
  const int side_by_side = axis == 0 ? n : whole_vectors(n);
  const int per_slab = (n + batch_lines - 1) / batch_lines;
  double* u = f.u;
  double* ri = f.ri;
  double* rhs = f.rhs;
  double* work = f.lines;

  #pragma omp target teams distribute firstprivate(grid)
  for (int s = 1; s < n - 1; ++s) {
    #pragma omp parallel for
    for (int b = 0; b < per_slab; ++b) {
      double* waves = work + (s * long(per_slab) + b) * batch_space(n);
      double* rows = batch_rows(waves, n);
      const int begin = b * batch_lines;
      const int lines = side_by_side - begin < batch_lines ? side_by_side - begin : batch_lines;
      const long first = s * slab + begin * side;
      // The inner loop of the first and the last nest runs along x, where memory is contiguous.
      const int outer = axis == 0 ? lines : n;
      const int inner = axis == 0 ? whole_vectors(n) : lines;
      for (int o = 0; o < outer; ++o) {
        #pragma omp simd
        for (int x = 0; x < inner; ++x) {
          const int p = axis == 0 ? x : o;
          const int l = axis == 0 ? o : x;
          gather_lane<axis>(grid, first + p * step + l * side, u, ri, rhs,
                            waves + p * wave_size + l, rows + p * row_size + l);
        }
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
        for (int l = 0; l < batch_lines; ++l) substitute_lane(rows + p * row_size + l);
      }
      for (int o = 0; o < outer; ++o) {
        #pragma omp simd
        for (int x = 0; x < inner; ++x) {
          const int p = axis == 0 ? x : o;
          const int l = axis == 0 ? o : x;
          finish_lane<axis>(grid, first + p * step + l * side, rows + p * row_size + l, u, ri, rhs);
        }
      }
    }
  }
}

template void sp::solve<0>(cfd::Grid, Fields);
template void sp::solve<1>(cfd::Grid, Fields);
template void sp::solve<2>(cfd::Grid, Fields);
