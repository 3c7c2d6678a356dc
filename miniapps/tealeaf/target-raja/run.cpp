// What RAJA adds: the same data as in target-lambda-explicit.

#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  tea::Workspace space(cls, data);
  tea::Spectrum spectrum;
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
      tea::Fields f = space.settle(pool, data);
      f.watch = &watch;
      #pragma omp target update to(host[0 : count])
      watch.start();
      tea::set_up(f, space.settings.wants_inverse());
      watch.lap("set-up");
      for (tea::Step& step : data.history) {
        step = tea::advance(space.settings, f, spectrum);
        watch.lap("solve");
      }
      watch.stop();
      u = host + (f.u - pool);  // Jacobi's method may have ended in the second buffer
      u0 = host + (f.u0 - pool);
    }
    #pragma omp target update from(u[0 : size], u0[0 : size])
  }
  space.fetch(u, data.u);
  space.fetch(u0, data.before);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
