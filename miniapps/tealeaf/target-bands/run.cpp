// What a processor as device wants: the loops of omp over bands of rows; one map for all fields,
// whose addresses on the device are asked for once.

#include <vector>

#include "league/device_threads.hpp"
#include "tealeaf_fields.hpp"
#include "tealeaf_rows_bands.hpp"

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
    #pragma omp target data use_device_ptr(pool)
    {
      tea::Fields f = space.align(pool, data);
      // A thread of a processor has many rows, one of a GPU has none or one: then there is no room
      // for ghost rows, and an iteration of CG takes three launches.
      const int threads = league::threads_of_device(f.ny);
      std::vector<tea::Products> products;
      if (threads * tea::ghost_rows <= f.ny + 2) {
        f.pass = tea::one_pass;
        f.bands = threads;
        f.ghosts = f.next;  // which only Jacobi's method needs
        products.resize(std::size_t(threads));
        f.products = products.data();
      }
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
