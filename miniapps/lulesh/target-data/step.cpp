// What a device does with data that stays there: of every cycle only its limits come back.

#include "league/device_threads.hpp"
#include "lulesh_parts.hpp"
#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"
#include "shares.hpp"

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Real* f = data.fields.data();
  const int* lists = data.lists.data();
  Progress progress(cls, first_time_step(m, f));
  const long doubles = m.doubles();
  const long ints = m.ints();
  shares = shares_of(m, lists, cls.shares > 0 ? cls.shares : league::threads_of_device(m.elements));
  const Sums* sums = shares.data();
  const auto count = long(shares.size());

  #pragma omp target data map(to : f[0 : doubles], lists[0 : ints], sums[0 : count])
  {
    watch.start();
    while (!progress.finished()) {
      progress.begin();
      const double dt = progress.dt();
      lagrange_nodal(m, f, lists, dt);
      watch.lap("lagrange-nodal");
      lagrange_elements(m, f, lists, dt);
      watch.lap("lagrange-elements");
      monotonic_q_gradients(m, f, lists);
      watch.lap("q-gradients");
      monotonic_q_regions(m, f, lists);
      watch.lap("q-regions");
      material(m, f, lists);
      watch.lap("material");
      sound_speeds(m, f, lists);
      watch.lap("sound-speed");
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
