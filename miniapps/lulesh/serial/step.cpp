// What is computed: cycle after cycle, phase after phase.

#include "lulesh_parts.hpp"
#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Real* f = data.fields.data();
  const int* lists = data.lists.data();
  Progress progress(cls, first_time_step(m, f));

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
  hand_in(data, progress);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
