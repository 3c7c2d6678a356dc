// The best we can do on a GPU: five kernels a cycle; of every cycle only its limits come back.

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
    // Laps of fused phases have the name of the first or the largest one.
    watch.start();
    while (!progress.finished()) {
      progress.begin();
      const double dt = progress.dt();
      lagrange_nodal(m, f, lists, dt);
      watch.lap("lagrange-nodal");
      lagrange_elements(m, f, lists, dt);
      watch.lap("lagrange-elements");
      material(m, f, lists);
      watch.lap("material");
      progress.end(time_constraints(m, f, lists));
      watch.lap("constraints");
    }
    watch.stop();
    Real* state = f + m.at(energy);  // pressure, viscosity and volume follow
    #pragma omp target update from(state[0 : 4 * m.ne])
    Real* nodal = f + m.at(pos_x);  // all positions and velocities
    #pragma omp target update from(nodal[0 : 6 * m.nn])
  }
  hand_in(data, progress);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
