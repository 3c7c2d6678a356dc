// Where the fields of a run are: as the contract has them, or in rows of whole cache lines, made
// before the clock starts and given back after it has stopped.
#pragma once

#include <algorithm>
#include <cstddef>

#include "../cfd/cfd_fields.hpp"
#include "league/guard.hpp"
#include "sp.hpp"
#include "sp_body.hpp"

namespace sp {

/// What a step works on, all fields in the layout of one grid.
struct Fields {
  double* u;              ///< the state, five components
  double* ri;             ///< 1 / density
  const double* forcing;  ///< five components
  const double* table;    ///< what depends on the place in a row, if the variant looks it up
  double* rhs;            ///< right-hand side, then increment, five components
  double* lines;          ///< what elimination leaves of the lines, in the variant's own order
  int spaces;             ///< work spaces in `lines`, if the variant counts them
};

/// 1 / density at every point of a state.
inline void reciprocals(const league::vector<double>& u, league::vector<double>& ri) {
  for (std::size_t c = 0; c < ri.size(); ++c) ri[c] = 1 / u[c];
}

/// Fields as the contract has them: a run works on its state and its right-hand side in place.
struct DenseStorage {
  Sp::Data<double>& data;
  league::vector<double> initial, ri, lines;

  DenseStorage(const cfd::Grid& grid, Sp::Data<double>& from, long work_size)
      : data(from), initial(from.u), ri(std::size_t(grid.points)), lines(std::size_t(work_size)) {
    reciprocals(initial, ri);
  }

  /// Numbers a point, with those of the contract and without `lines`.
  static constexpr int numbers = 15 + 5 + 1;

  /// The initial state again.
  void restart() {
    std::copy(initial.begin(), initial.end(), data.u.begin());
    reciprocals(initial, ri);
  }

  Fields fields() {
    return {data.u.data(), ri.data(), data.forcing.data(), nullptr, data.rhs.data(),
            lines.data(),  0};
  }
};

/// Behind the rows lies a gas at rest: vectors that reach over the end compute with it.
struct PaddedStorage {
  cfd::Grid dense;
  cfd::Grid grid;
  Sp::Data<double>& data;  // keeps the initial state until the end
  league::vector<double> u, ri, forcing, rhs, table, lines;

  PaddedStorage(const Sp::Class& cls, Sp::Data<double>& from, long work_size)
      : dense(cls.n, cls.dt),
        grid(cfd::padded(dense)),
        data(from),
        u(std::size_t(5 * grid.points), 0.0),
        ri(std::size_t(grid.points), 1.0),
        forcing(std::size_t(5 * grid.points), 0.0),
        rhs(std::size_t(5 * grid.points), 0.0),
        table(std::size_t(table_rows * grid.row)),
        lines(std::size_t(work_size)) {
    std::fill_n(u.begin(), grid.points, 1.0);
    std::fill_n(u.begin() + 4 * grid.points, grid.points, 1.0);
    cfd::copy_field(dense, data.forcing.data(), grid, forcing.data());
    cfd::copy_field(dense, data.rhs.data(), grid, rhs.data());
    tabulate(grid, table.data());
    restart();
  }

  /// How many numbers, with those of the contract and without `lines`.
  static double numbers(const Sp::Class& cls) {
    const cfd::Grid grid(cls.n, cls.dt);
    return 15.0 * grid.points + 16.0 * cfd::padded(grid).points;
  }

  /// The initial state again.
  void restart() {
    cfd::copy_field(dense, data.u.data(), grid, u.data());
    reciprocals(u, ri);
  }

  /// The state, where the contract wants it.
  void save() { cfd::copy_field(grid, u.data(), dense, data.u.data()); }

  Fields fields(int spaces = 0) {
    return {u.data(), ri.data(), forcing.data(), table.data(), rhs.data(), lines.data(), spaces};
  }
};

}  // namespace sp
