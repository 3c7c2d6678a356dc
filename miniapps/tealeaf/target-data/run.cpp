// What a device does with data that stays there: one map for all fields, whose addresses on the
// device are asked for once; back come only the sums that the solver decides with.

#include <vector>

#include "league/device_threads.hpp"
#include "tealeaf_fields.hpp"
#include "tealeaf_march.hpp"

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
    #pragma omp target data use_device_ptr(pool)
    {
      tea::Fields f = space.settle(pool, data);
      // A thread of a processor has many rows, one of a GPU has none or one: then there is no room
      // for those beside a band, and an iteration of CG takes three launches.
      const int threads = league::threads_of_device(f.ny);
      std::vector<tea::Products> products;
      if (cls.fused == 0) {
        f.watch = &watch;
      } else if (threads * tea::rows_beside <= f.ny + 2) {
        f.pass = tea::one_pass;
        f.bands = threads;
        f.beside = f.next;  // which only Jacobi's method needs
        products.resize(std::size_t(threads));
        f.products = products.data();
      }
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
