// Where the fields of a run are.
#pragma once

#include <algorithm>
#include <cstddef>

#include "league/check.hpp"
#include "league/guard.hpp"
#include "lu_body.hpp"

namespace lu {

/// What a step works on.  All four are laid out in the same way; `ri` has one component, the others
/// five.  The increment is zero on the boundary and stays so.
struct Fields {
  double* u;        ///< the state
  double* ri;       ///< 1 / density
  double* rsd;      ///< time step times residual, then the increment
  const double* f;  ///< forcing
};

/// The fields in the layout of a variant, on the host: makes them out of those of the contract and
/// brings the state back.  Places that belong to no point hold a state at rest, so that whoever
/// computes with them for convenience meets no NaN.
class Storage {
 public:
  /// How many numbers, with those of the contract.
  static double numbers(const Layout& layout) {
    const double n = layout.grid.n;
    return 10 * n * n * n + 16.0 * double(layout.grid.points);
  }

  Storage(const Layout& layout, const league::vector<double>& u, const league::vector<double>& f)
      : layout_(layout), dense_(layout.grid.n, layout.grid.dt) {
    const auto places = std::size_t(layout.grid.points);
    for (league::vector<double>* field : {&u_, &rsd_, &f_}) field->assign(5 * places, 0.0);
    ri_.assign(places, 1.0);
    std::fill_n(u_.begin(), places, 1.0);                     // density
    std::fill_n(u_.begin() + 4 * long(places), places, 1.0);  // energy
    copy(f, f_);
    restart(u);
  }

  /// The start of a run: the given state; the increment unknown inside.
  void restart(const league::vector<double>& u) {
    copy(u, u_);
    for_each_point([&](long dense, long place, bool edge) {
      ri_[std::size_t(place)] = 1 / u[std::size_t(dense)];
      for (int m = 0; m < 5; ++m)
        rsd_[std::size_t(place + m * layout_.grid.points)] = edge ? 0.0 : league::poison<double>();
    });
  }

  /// The state, as the contract wants it.
  void save(league::vector<double>& u) const {
    for_each_point([&](long dense, long place, bool) {
      for (int m = 0; m < 5; ++m)
        u[std::size_t(dense + m * dense_.points)] =
            u_[std::size_t(place + m * layout_.grid.points)];
    });
  }

  Fields fields() { return {u_.data(), ri_.data(), rsd_.data(), f_.data()}; }

 private:
  template <typename Visit>
  void for_each_point(const Visit& visit) const {
    for (int k = 0; k < dense_.n; ++k)
      for (int j = 0; j < dense_.n; ++j)
        for (int i = 0; i < dense_.n; ++i)
          visit(dense_.at(k, j, i), layout_.at(i, j, k), dense_.edge(k, j, i));
  }

  void copy(const league::vector<double>& from, league::vector<double>& to) const {
    for_each_point([&](long dense, long place, bool) {
      for (int m = 0; m < 5; ++m)
        to[std::size_t(place + m * layout_.grid.points)] =
            from[std::size_t(dense + m * dense_.points)];
    });
  }

  Layout layout_;
  cfd::Grid dense_;
  league::vector<double> u_, ri_, rsd_, f_;
};

}  // namespace lu
