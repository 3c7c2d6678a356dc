// What the host makes of it: one parallel region around all cycles; every thread keeps the time.

#include "lulesh_setup.hpp"
#include "lulesh_steps.hpp"
#include "rows.hpp"

namespace {

struct OnMaster {
  template <typename Action>
  void operator()(const Action& action) const {
    #pragma omp master
    action();
  }
};

}  // namespace

template <typename Real>
void Lulesh::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  using namespace lulesh;
  const Mesh& m = data.mesh;
  Real* f = data.fields.data();
  const int* lists = data.lists.data();
  const Progress at_start(cls, first_time_step(m, f));
  Progress at_end = at_start;
  make_private_sums(m, lists, cls.shares > 0 ? cls.shares : omp_get_max_threads());

  watch.start();
  #pragma omp parallel
  {
    Progress progress = at_start;
    run_cycles(m, f, lists, progress, watch, OnMaster());
    #pragma omp master
    at_end = progress;
  }
  watch.stop();
  hand_in(data, at_end);
}

template void Lulesh::run(const Class&, Data<double>&, league::Stopwatch&);
