// What the third level is mapped to: planes to teams, lines to threads, points to SIMD lanes.

#include "../lu.hpp"
#include "../lu_fields.hpp"
#include "../lu_parts.hpp"

namespace {

void add(const lu::Layout& layout, const lu::Fields& fields) {
  const int m = layout.grid.n - 2;
  const lu::Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  const double* rsd = fields.rsd;
  #pragma omp target teams distribute
  for (int h = 3; h <= 3 * m; ++h) {
    #pragma omp parallel for
    for (int k = 1; k <= m; ++k) {
      const long points = resident->grid.points;
      const long line = resident->at(h - k, 0, k);
      const int first = h - k - m > 1 ? h - k - m : 1;
      const int last = h - k - 1 < m ? h - k - 1 : m;
      #pragma omp simd
      for (int j = first; j <= last; ++j) lu::add_at(points, rsd, u, ri, line + j);
    }
  }
}

}  // namespace

template <typename Real>
void Lu::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const lu::Layout layout = lu::skewed(cls.n, cls.dt);
  lu::Storage storage(layout, data.u, data.forcing);
  const lu::Fields fields = storage.fields();
  const long places = layout.grid.points;
  const lu::Layout* resident = &layout;
  double* u = fields.u;
  double* ri = fields.ri;
  double* rsd = fields.rsd;
  const double* f = fields.f;

  #pragma omp target data map(to : resident[0 : 1], f[0 : 5 * places], ri[0 : places], \
                                  rsd[0 : 5 * places]) map(tofrom : u[0 : 5 * places])
  {
    // The untimed step of the benchmark's rules; then everything begins anew.
    lu::residual(layout, fields);
    lu::lower_sweep(layout, fields);
    lu::upper_sweep(layout, fields);
    add(layout, fields);
    storage.restart(data.u);
    #pragma omp target update to(u[0 : 5 * places], ri[0 : places], rsd[0 : 5 * places])
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
