// What the host does with the same source: one team of threads for all steps, padded fields.

#include <omp.h>

#include "bt_rows.hpp"
#include "bt_steps.hpp"

namespace {

struct Team {
  template <typename Work>
  static void run(const Work& work) {
    #pragma omp parallel
    work();
  }

  // Every phase ends with a barrier, so any thread may take the time.
  static void lap(league::Stopwatch& watch, const char* phase) {
    #pragma omp single nowait
    watch.lap(phase);
  }
};

}  // namespace

double Bt::kept(const Class& cls) {
  return bt::PaddedStorage::numbers(cls) + double(omp_get_max_threads()) * bt::work_size(cls.n);
}

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  bt::PaddedStorage storage(cls, data, omp_get_max_threads() * bt::work_size(cls.n));
  const bt::Fields fields = storage.fields();

  bt::untimed_step<Team>(storage.grid, fields);
  storage.restart();
  bt::timed_steps<Team>(cls.niter, storage.grid, fields, watch);
  storage.save();
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
