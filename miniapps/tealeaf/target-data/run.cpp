// What a device does with data that stays there: one map for all fields; back come only the sums
// that the solver decides with.

#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  tea::Fields& f = space.fields;
  Real* pool = space.pool.data();
  const long count = space.count;
  const long size = space.size;

  #pragma omp target data map(alloc : pool[0 : count])
  {
    #pragma omp target data use_device_ptr(pool)
    space.align(pool, data);
    f.watch = &watch;
    #pragma omp target update to(pool[0 : count])
    watch.start();
    tea::run_steps(space.settings, f, data.history, watch);
    watch.stop();

    Real* u = f.u;  // Jacobi's method may have ended in the second buffer
    Real* u0 = f.u0;
    #pragma omp target update from(u[0 : size], u0[0 : size])
  }
  space.hand_in(f.u, f.u0, data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
