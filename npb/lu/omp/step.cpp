// What do the lanes of a host make of it: tasks in skewed coordinates, one parallel
// region around all steps.

#include <algorithm>

#include "../lu.hpp"
#include "../lu_fields.hpp"
#include "../lu_lanes.hpp"
#include "../lu_parts.hpp"

namespace {

void add(const lu::Layout& layout, const lu::Fields& fields) {
  const int m = layout.grid.n - 2;
  const long points = layout.grid.points;
  #pragma omp taskloop grainsize(4) if (lu::worth_sharing(m))
  for (int k = 1; k <= m; ++k)
    for (int h = k + 2; h <= k + 2 * m; ++h) {
      const long line = layout.at(h - k, 0, k);
      const int first = std::max(1, h - k - m);
      const int last = std::min(m, h - k - 1);
      #pragma omp simd
      for (int j = first; j <= last; ++j)
        lu::add_at(points, fields.rsd, fields.u, fields.ri, line + j);
    }
}

}  // namespace

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::skewed(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields fields = storage.fields();

  // Every part makes tasks and waits for them.
  #pragma omp parallel
  #pragma omp single
  {
    // The untimed step of the benchmark's rules; then everything begins anew.
    lu::residual(layout, fields);
    lu::lower_sweep(layout, fields);
    lu::upper_sweep(layout, fields);
    add(layout, fields);
    storage.restart(data.u);
    lu::residual(layout, fields);

    watch.start();
    for (int step = 0; step < cls.niter; ++step) {
      lu::lower_sweep(layout, fields);
      watch.lap("lower");
      lu::upper_sweep(layout, fields);
      watch.lap("upper");
      add(layout, fields);
      watch.lap("add");
      lu::residual(layout, fields);
      watch.lap("rhs");
    }
    watch.stop();
  }

  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
