// What a processor as device wants: the data region, a work space for each thread.

#include <algorithm>

#include "league/device_threads.hpp"
#include "rows.hpp"
#include "sp_steps.hpp"

double Sp::kept(const Class& cls) {
  // With a thread for every batch, as a GPU has them; a device of few threads keeps less.
  const double batches = double((cls.n + sp::batch_lines - 1) / sp::batch_lines) * (cls.n - 2);
  return sp::PaddedStorage::numbers(cls) + batches * double(sp::batch_space(cls.n));
}

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const long batches = (cls.n + sp::batch_lines - 1L) / sp::batch_lines * (cls.n - 2);
  const int spaces = int(std::min<long>(league::threads_of_device(int(batches)), batches));
  const long work_size = spaces * sp::batch_space(cls.n);
  sp::PaddedStorage storage(cls, data, work_size);
  const long points = storage.grid.points;
  const long table_size = sp::table_rows * storage.grid.row;
  const sp::Fields fields = storage.fields(spaces);
  Real *u = fields.u, *ri = fields.ri, *rhs = fields.rhs, *lines = fields.lines;
  const Real* forcing = fields.forcing;
  const Real* table = fields.table;

  #pragma omp target data map(tofrom : u[0 : 5 * points]) map(alloc : lines[0 : work_size]) \
      map(to : ri[0 : points], forcing[0 : 5 * points], rhs[0 : 5 * points],                \
              table[0 : table_size])
  {
    sp::untimed_step(storage.grid, fields);
    storage.restart();
    #pragma omp target update to(u[0 : 5 * points], ri[0 : points])
    sp::timed_steps(cls.niter, storage.grid, fields, watch);
  }
  storage.save();
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
