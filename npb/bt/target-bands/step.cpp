// What a processor as device wants, the parts of omp: nothing moves between first and last step.

#include "bt_rows.hpp"
#include "bt_steps.hpp"

double Bt::kept(const Class& cls) {
  return bt::PaddedStorage::numbers(cls) + double(cls.n) * bt::work_size(cls.n);
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long spaces = cls.n * bt::work_size(cls.n);
  bt::PaddedStorage storage(cls, data, spaces);
  const long points = storage.grid.points;
  const bt::Fields fields = storage.fields();
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *work = fields.work;
  const Real* forcing = fields.forcing;

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : ri[0 : points]) \
      map(to : forcing[0 : 5 * points], rhs[0 : 5 * points]) map(alloc : work[0 : spaces])
  {
    bt::untimed_step(storage.grid, fields);
    storage.restart();
    #pragma omp target update to(u[0 : 5 * points], rhs[0 : 5 * points])
    bt::timed_steps(cls.niter, storage.grid, fields, watch);
  }
  storage.save();
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
