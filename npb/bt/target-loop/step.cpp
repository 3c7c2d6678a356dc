// How well the compiler maps `loop`: a step as in target-data, without padding.

#include <algorithm>

#include "bt.hpp"
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
  const cfd::Grid grid(cls.n, cls.dt);
  const long points = grid.points;
  const league::vector<Real> start = data.u;
  league::vector<Real> rhs_start(5 * points, 0.0);
  league::vector<Real> ri_host(points);
  league::vector<Real> blocks(25 * points);
  Real* u = data.u.data();
  Real* forcing = data.forcing.data();
  Real* rhs = rhs_start.data();
  Real* ri = ri_host.data();
  Real* work = blocks.data();

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : ri[0 : points]) \
      map(to : forcing[0 : 5 * points], rhs[0 : 5 * points]) map(alloc : work[0 : 25 * points])
  {
    const Fields fields{u, ri, forcing, rhs, work};
    bt::add(grid, rhs, u, ri);  // nothing, but 1 / density
    // The rules want one step before the clock starts, and then a fresh start.
    league::Stopwatch untimed;
    step(grid, fields, untimed);
    std::copy_n(start.data(), 5 * points, u);
    std::fill_n(rhs, 5 * points, 0.0);
    #pragma omp target update to(u[0 : 5 * points], rhs[0 : 5 * points])
    bt::add(grid, rhs, u, ri);

    watch.start();
    for (int it = 0; it < cls.niter; ++it) step(grid, fields, watch);
    watch.stop();
  }
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
