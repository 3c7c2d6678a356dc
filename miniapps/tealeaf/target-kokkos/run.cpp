// What Kokkos adds: all fields in one array of its own.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "rows_forall.hpp"
#include "tealeaf_fields.hpp"

template <typename Real>
void Tealeaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using Array = Kokkos::View<Real*, Kokkos::LayoutRight, typename tea::Device::memory_space>;
  using HostArray = Kokkos::View<Real*, Kokkos::LayoutRight, Kokkos::HostSpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static const Kokkos::ScopeGuard kokkos;  // from the first run to the end of the program
  tea::Workspace space(cls, data);
  const HostArray host(space.pool.data(), std::size_t(space.count));
  const Array pool("pool", std::size_t(space.count));
  tea::Fields f = space.align(pool.data(), data);
  Kokkos::deep_copy(pool, host);
  f.watch = &watch;

  watch.start();
  tea::run_steps(space.settings, f, data.history, watch);
  watch.stop();

  Kokkos::deep_copy(host, pool);
  space.hand_in(space.pool.data() + (f.u - pool.data()), space.pool.data() + (f.u0 - pool.data()),
                data);
}

template void Tealeaf::run(const Class&, Data<double>&, league::Stopwatch&);
