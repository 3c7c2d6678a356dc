// The vendor reference: the device itself tests the change of the sweep before, so that the host
// launches sweeps ahead and waits once for many.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "jacobi-convergence_rows.cuh"

template <typename Real>
void JacobiConvergence::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  constexpr int ahead = 32;  // sweeps; those after the last do nothing
  const int n = cls.n;
  const auto cells = std::size_t(n) * std::size_t(n);
  league::DeviceArray<Real> first(cells);
  league::DeviceArray<Real> second(cells);
  league::DeviceArray<Real> changes(most(cls) + 1);
  first.copy_from(data.u.data());
  second.copy_from(data.v.data());
  std::vector<Real> change = jacobi::no_changes<Real>(most(cls));
  changes.copy_from(change.data());
  Real* const grid[] = {first.data(), second.data()};
  int launched = 0;
  int sweeps = 0;

  watch.start();
  do {
    const int end = std::min(launched + ahead, most(cls));
    for (; launched < end; ++launched)
      jacobi::launch_sweep(n, grid[launched % 2], grid[(launched + 1) % 2], data.limit,
                           changes.data() + launched);
    league::demand(cudaMemcpy(&change[sweeps + 1], changes.data() + sweeps + 1,
                              (launched - sweeps) * sizeof(Real), cudaMemcpyDeviceToHost),
                   "copy from the device");
    while (sweeps < launched && change[sweeps] > data.limit) ++sweeps;
  } while (change[sweeps] > data.limit && sweeps < most(cls));
  watch.stop();

  (sweeps % 2 == 0 ? first : second).copy_to(data.u.data());
  data.sweeps = sweeps;
  data.change = change[sweeps];
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
