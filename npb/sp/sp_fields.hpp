// The fields of a run in a layout with rows of whole cache lines, made before the clock starts and
// given back after it has stopped.
#pragma once

#include <algorithm>

#include "../cfd/grid.hpp"
#include "league/guard.hpp"
#include "sp.hpp"
#include "sp_body.hpp"

namespace sp {

/// Copies a field of five components from one layout to another.
inline void copy_field(const cfd::Grid& from, const double* source, const cfd::Grid& to,
                       double* target) {
  for (int m = 0; m < 5; ++m)
    for (int k = 0; k < from.n; ++k)
      for (int j = 0; j < from.n; ++j)
        std::copy_n(source + m * from.points + from.at(k, j, 0), from.n,
                    target + m * to.points + to.at(k, j, 0));
}

/// Behind the rows lies a gas at rest: vectors that reach over the end compute with it.
struct PaddedFields {
  cfd::Grid dense;
  cfd::Grid grid;
  Sp::Data<double>& data;  // keeps the state at the start until the end
  league::vector<double> u, ri, forcing, rhs, table;

  PaddedFields(const Sp::Class& cls, Sp::Data<double>& from)
      : dense(cls.n, cls.dt),
        grid(cfd::padded(dense)),
        data(from),
        u(5 * grid.points, 0.0),
        ri(grid.points, 1.0),
        forcing(5 * grid.points, 0.0),
        rhs(5 * grid.points, 0.0),
        table(table_rows * grid.row) {
    std::fill_n(u.begin(), grid.points, 1.0);
    std::fill_n(u.begin() + 4 * grid.points, grid.points, 1.0);
    copy_field(dense, data.forcing.data(), grid, forcing.data());
    copy_field(dense, data.rhs.data(), grid, rhs.data());
    tabulate(grid, table.data());
    begin();
  }

  /// The state at the start, again.
  void begin() {
    copy_field(dense, data.u.data(), grid, u.data());
    for (long c = 0; c < grid.points; ++c) ri[c] = 1 / u[c];
  }

  /// The state at the end, where the benchmark looks for it.
  void end() { copy_field(grid, u.data(), dense, data.u.data()); }
};

}  // namespace sp
