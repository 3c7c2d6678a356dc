// What the host makes of it: one parallel region around all cycles; every thread keeps the time.

#include "lulesh_parts.hpp"
#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"
#include "team.hpp"

namespace {

/// Ends a phase; all threads have come to its end.
void lap(league::Stopwatch& watch, const char* name) {
  #pragma omp master
  watch.lap(name);
}

}  // namespace

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Real* f = data.fields.data();
  const int* lists = data.lists.data();
  const Progress at_start(cls, first_time_step(m, f));
  Progress at_end = at_start;
  share_forces(m, lists, cls.shares > 0 ? cls.shares : omp_get_max_threads());

  watch.start();
  #pragma omp parallel
  {
    Progress progress = at_start;
    while (!progress.finished()) {
      progress.begin();
      const double dt = progress.dt();
      lagrange_nodal(m, f, lists, dt);
      lap(watch, "lagrange-nodal");
      lagrange_elements(m, f, lists, dt);
      lap(watch, "lagrange-elements");
      monotonic_q_gradients(m, f, lists);
      lap(watch, "q-gradients");
      monotonic_q_regions(m, f, lists);
      lap(watch, "q-regions");
      material(m, f, lists);
      lap(watch, "material");
      sound_speeds(m, f, lists);
      lap(watch, "sound-speed");
      progress.end(time_constraints(m, f, lists));
      lap(watch, "constraints");
    }
    #pragma omp master
    at_end = progress;
  }
  watch.stop();
  hand_in(data, at_end);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
