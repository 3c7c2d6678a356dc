// The parts of omp as kernels on resident data: nothing moves between the first step and the last.

#include <algorithm>

#include "bt.hpp"
#include "bt_lanes.hpp"
#include "bt_parts.hpp"

namespace {

struct Fields {
  double* u;
  double* ri;
  double* forcing;
  double* rhs;
  double* work;
};

void step(const cfd::Grid& grid, const Fields& f, league::Stopwatch& watch) {
  bt::right_hand_side(grid, f.u, f.ri, f.forcing, f.rhs);
  watch.lap("rhs");
  bt::solve<0>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("x-solve");
  bt::solve<1>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("y-solve");
  bt::solve<2>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("z-solve");
  bt::add(grid, f.rhs, f.u, f.ri);
  watch.lap("add");
}

}  // namespace

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid dense(cls.n, cls.dt);
  const cfd::Grid grid = cfd::padded(dense);
  const long points = grid.points;
  const long spaces = cls.n * bt::work_size(cls.n);
  league::vector<Real> u_padded(5 * points, 1.0);  // behind a row as on it: a state to divide by
  league::vector<Real> forcing_padded(5 * points, 0.0);
  league::vector<Real> rhs_padded(5 * points, 0.0);
  league::vector<Real> ri_padded(points);
  league::vector<Real> work_spaces(spaces);
  bt::pad(dense, data.u.data(), grid, u_padded.data(), 5);
  bt::pad(dense, data.forcing.data(), grid, forcing_padded.data(), 5);
  Real* u = u_padded.data();
  Real* forcing = forcing_padded.data();
  Real* rhs = rhs_padded.data();
  Real* ri = ri_padded.data();
  Real* work = work_spaces.data();

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : ri[0 : points]) \
      map(to : forcing[0 : 5 * points], rhs[0 : 5 * points]) map(alloc : work[0 : spaces])
  {
    const Fields fields{u, ri, forcing, rhs, work};
    bt::add(grid, rhs, u, ri);  // nothing, but 1 / density
    // The rules want one step before the clock starts, and then a fresh start.
    league::Stopwatch untimed;
    step(grid, fields, untimed);
    bt::pad(dense, data.u.data(), grid, u, 5);
    std::fill_n(rhs, 5 * points, 0.0);
    #pragma omp target update to(u[0 : 5 * points], rhs[0 : 5 * points])
    bt::add(grid, rhs, u, ri);

    watch.start();
    for (int it = 0; it < cls.niter; ++it) step(grid, fields, watch);
    watch.stop();
  }
  bt::unpad(grid, u, dense, data.u.data(), 5);
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
