// Where the fields of a run are, with rows of whole cache lines or without padding.
#pragma once

#include <algorithm>
#include <cstddef>

#include "../cfd/cfd_fields.hpp"
#include "bt.hpp"
#include "league/guard.hpp"

namespace bt {

/// What a step works on, all fields in the layout of one grid.
struct Fields {
  double* u;              ///< the state, five components
  double* ri;             ///< 1 / density
  const double* forcing;  ///< five components
  double* rhs;            ///< right-hand side, then increment, five components
  double* work;           ///< blocks of the lines under way, in the variant's own order
};

/// Fields as the contract has them: a run works on its state and forcing in place.
struct DenseStorage {
  Bt::Data<double>& data;
  league::vector<double> initial, ri, rhs, work;

  DenseStorage(const cfd::Grid& grid, Bt::Data<double>& from, long work_size)
      : data(from),
        initial(from.u),
        ri(std::size_t(grid.points)),
        rhs(std::size_t(5 * grid.points), 0.0),
        work(std::size_t(work_size)) {}

  /// Numbers a point, with those of the contract and without `work`.
  static constexpr int numbers = 10 + 5 + 1 + 5;

  /// The initial state again, and no increment.
  void restart() {
    std::copy(initial.begin(), initial.end(), data.u.begin());
    std::fill(rhs.begin(), rhs.end(), 0.0);
  }

  Fields fields() {
    return {data.u.data(), ri.data(), data.forcing.data(), rhs.data(), work.data()};
  }
};

/// Rows of whole cache lines.  Behind a row of u is a state to divide by, as on it.
struct PaddedStorage {
  cfd::Grid dense;
  cfd::Grid grid;
  Bt::Data<double>& data;  // keeps the initial state until the end
  league::vector<double> u, ri, forcing, rhs, work;

  PaddedStorage(const Bt::Class& cls, Bt::Data<double>& from, long work_size)
      : dense(cls.n, cls.dt),
        grid(cfd::padded(dense)),
        data(from),
        u(std::size_t(5 * grid.points), 1.0),
        ri(std::size_t(grid.points)),
        forcing(std::size_t(5 * grid.points), 0.0),
        rhs(std::size_t(5 * grid.points), 0.0),
        work(std::size_t(work_size)) {
    cfd::copy_field(dense, data.u.data(), grid, u.data());
    cfd::copy_field(dense, data.forcing.data(), grid, forcing.data());
  }

  /// How many numbers, with those of the contract and without `work`.
  static double numbers(const Bt::Class& cls) {
    const cfd::Grid dense(cls.n, cls.dt);
    return 10.0 * dense.points + 16.0 * cfd::padded(dense).points;
  }

  /// The initial state again, and no increment.
  void restart() {
    cfd::copy_field(dense, data.u.data(), grid, u.data());
    std::fill(rhs.begin(), rhs.end(), 0.0);
  }

  /// The state, where the contract wants it.
  void save() { cfd::copy_field(grid, u.data(), dense, data.u.data()); }

  Fields fields() { return {u.data(), ri.data(), forcing.data(), rhs.data(), work.data()}; }
};

}  // namespace bt
