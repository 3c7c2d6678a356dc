// What is computed: time steps of five phases.

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
  const league::vector<Real> start = data.u;
  league::vector<Real> rhs(data.u.size(), 0.0);
  league::vector<Real> ri(data.u.size() / 5);
  league::vector<Real> work(25 * std::size_t(cls.n));
  const Fields fields{data.u.data(), ri.data(), data.forcing.data(), rhs.data(), work.data()};

  bt::add(grid, fields.rhs, fields.u, fields.ri);  // nothing, but 1 / density
  league::Stopwatch untimed;
  step(grid, fields,
       untimed);  // the rules want one step before the clock starts, and a fresh start
  data.u = start;
  rhs.assign(rhs.size(), 0.0);
  bt::add(grid, fields.rhs, fields.u, fields.ri);

  watch.start();
  for (int it = 0; it < cls.niter; ++it) step(grid, fields, watch);
  watch.stop();
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
