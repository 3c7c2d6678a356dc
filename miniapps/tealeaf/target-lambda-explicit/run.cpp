// Does it help to translate pointers once: one map for all fields, whose device address is asked
// for.

#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  Real* pool = space.pool.data();
  Real* u = nullptr;
  Real* u0 = nullptr;
  const long count = space.count;
  const long size = space.size;

  #pragma omp target data map(alloc : pool[0 : count])
  {
    Real* const host = pool;
    // Inside, pool is an address of the device.  A region that looks it up finds nothing and leaves
    // it as it is (OpenMP 5.1, 2.21.7.2).
    #pragma omp target data use_device_ptr(pool)
    {
      tea::Fields f = space.align(pool, data);
      f.watch = &watch;
      #pragma omp target update to(host[0 : count])
      watch.start();
      tea::run_steps(space.settings, f, data.history, watch);
      watch.stop();
      u = host + (f.u - pool);  // Jacobi's method may have ended in the second buffer
      u0 = host + (f.u0 - pool);
    }
    #pragma omp target update from(u[0 : size], u0[0 : size])
  }
  space.hand_in(u, u0, data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
