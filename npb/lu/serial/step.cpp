// What is computed: lower sweep, upper sweep, what the state takes of the increment, new residual.

#include "../lu.hpp"
#include "../lu_fields.hpp"
#include "../lu_parts.hpp"

namespace {

void add(const lu::Layout& layout, const lu::Fields& fields) {
  const int n = layout.grid.n;
  const long points = layout.grid.points;
  for (int k = 1; k < n - 1; ++k)
    for (int j = 1; j < n - 1; ++j)
      for (int i = 1; i < n - 1; ++i)
        lu::add_at(points, fields.rsd, fields.u, fields.ri, layout.at(i, j, k));
}

}  // namespace

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::lexicographic(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields fields = storage.fields();

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

  storage.save(data.u);
}

template void Lu::run(const Class&, Data<double>&, league::Stopwatch&);
