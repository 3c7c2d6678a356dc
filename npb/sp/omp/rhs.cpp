// What the host does with the same phases: rows shared among threads, eight points of a row at
// once.

#include <algorithm>
#include <vector>

#include "sp_body.hpp"
#include "sp_parts.hpp"

using cfd::Lanes;

void sp::right_hand_side(cfd::Grid grid, Fields f) {
  const int n = grid.n;
  const long pitch = grid.points;
  constexpr int width = cfd::lanes<Lanes>;
  struct Columns {
    cfd::Weights<Lanes> weights;
    Lanes dt;  // zero on the boundary and behind the row, where the increment stays zero
  };
  std::vector<Columns> columns;
  for (int i = 0; i < n; i += width) {
    Columns some{cfd::weights_along_x<Lanes>(grid, i), {}};
    for (int l = 0; l < width; ++l) some.dt[l] = i + l > 0 && i + l < n - 1 ? grid.dt : 0.0;
    columns.push_back(some);
  }

  // A strip of at most 16 rows in five planes stays in a core's own cache while k advances.
  const int inner = n - 2;
  const int strips = (inner + 15) / 16;
  const int strip = (inner + strips - 1) / strips;
  #pragma omp for collapse(2) schedule(static)
  for (int first = 1; first < n - 1; first += strip)
    for (int k = 1; k < n - 1; ++k)
      for (int j = first; j < std::min(first + strip, n - 1); ++j)
        for (int i = 0; i < n; i += width) {
          const long c = grid.at(k, j, i);
          const Columns& here = columns[i / width];
          Lanes sum[5];
          cfd::operator_at<Lanes>(grid, f.u, f.ri, k, j, i, here.weights, sum);
          const Five<Lanes> forcing = load_five<Lanes>(f.forcing + c, pitch);
          const Five<Lanes> r{here.dt * (forcing.a + sum[0]), here.dt * (forcing.b + sum[1]),
                              here.dt * (forcing.c + sum[2]), here.dt * (forcing.d + sum[3]),
                              here.dt * (forcing.e + sum[4])};
          store_five(f.rhs + c, pitch,
                     enter_x(r, load_five<Lanes>(f.u + c, pitch), cfd::load<Lanes>(f.ri + c)));
        }
}
