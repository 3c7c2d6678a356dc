// What a processor as device wants: of every cycle only its limits come back.

#include "fields.hpp"
#include "league/device_threads.hpp"
#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Real* f = data.fields.data();
  const int* lists = data.lists.data();
  Progress progress(cls, first_time_step(m, f));
  const long doubles = m.doubles();
  const long ints = m.ints();
  private_sums = private_sums_of(
      m, lists, cls.shares > 0 ? cls.shares : league::threads_of_device(m.elements));
  const PrivateSums* sums = private_sums.data();
  const auto count = long(private_sums.size());

  #pragma omp target data map(to : f[0 : doubles], lists[0 : ints], sums[0 : count])
  {
    watch.start();
    run_cycles(m, f, lists, progress, watch);
    watch.stop();
    Real* state = f + m.at(energy);  // pressure, viscosity and volume follow
    #pragma omp target update from(state[0 : 4 * m.ne])
    Real* nodal = f + m.at(pos_x);  // all positions and velocities
    #pragma omp target update from(nodal[0 : 6 * m.nn])
  }
  hand_in(data, progress);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
