// What a device does with data that stays there: of every cycle only its limits come back.

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

  #pragma omp target data map(to : f[0 : doubles], lists[0 : ints])
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
