// What a processor wants of data that stay on the device: of every step only the length of the next
// one comes back.

#include "cloverleaf.hpp"
#include "cloverleaf_fields_device.hpp"
#include "cloverleaf_steps.hpp"
#include "league/device_threads.hpp"

template <typename Real>
void Cloverleaf::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace clover;
  Grid g = data.grid;
  g.bands = bands_of(cls, league::threads_of_device(g.ny));
  Real* f = data.fields.data();
  const long size = all_fields * g.size;
  const AlignedOnDevice aligned(f, size);

  #pragma omp target data map(always, to : f[0 : size])
  {
    update_halo(g, f, at_the_start);

    watch.start();
    const int set = advance(cls, g, f, Log{watch, data.summaries});
    watch.stop();
    for (const int field : {density, energy, xvel, yvel}) {
      Real* part = f + (field + set) * g.size;
      #pragma omp target update from(part[0 : g.size])
    }
    hand_in(data, set);
  }
}

template void Cloverleaf::run(const Class&, Data<double>&, league::Stopwatch&);
