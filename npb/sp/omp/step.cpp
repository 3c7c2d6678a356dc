// What the host does with the same phases: one parallel region around all steps, and fields with
// rows of whole cache lines.

#include "sp_steps.hpp"

namespace {

struct Team {
  template <typename Work>
  static void run(const Work& work) {
    #pragma omp parallel
    work();
  }

  // Every phase ends with a barrier.
  static void lap(league::Stopwatch& watch, const char* phase) {
    #pragma omp master
    watch.lap(phase);
  }
};

}  // namespace

double Sp::kept(const Class& cls) { return sp::PaddedStorage::numbers(cls); }

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  sp::PaddedStorage storage(cls, data, 0);
  const sp::Fields fields = storage.fields();

  sp::untimed_step<Team>(storage.grid, fields);
  storage.restart();
  sp::timed_steps<Team>(cls.niter, storage.grid, fields, watch);
  storage.save();
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
