// What a wait of the host in every sweep costs: as cuda, with each change fetched before the next
// sweep is launched.

#include <cstddef>
#include <utility>

#include "jacobi-convergence_rows.cuh"

template <typename Real>
void JacobiConvergence::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const auto cells = std::size_t(n) * std::size_t(n);
  league::DeviceArray<Real> first(cells);
  league::DeviceArray<Real> second(cells);
  league::DeviceArray<Real> changes(most(cls) + 1);
  first.copy_from(data.u.data());
  second.copy_from(data.v.data());
  changes.copy_from(jacobi::no_changes<Real>(most(cls)).data());
  Real* u = first.data();
  Real* v = second.data();
  Real change = 0;
  int sweeps = 0;

  watch.start();
  do {
    jacobi::launch_sweep(n, u, v, data.limit, changes.data() + sweeps);
    std::swap(u, v);
    ++sweeps;
    league::demand(
        cudaMemcpy(&change, changes.data() + sweeps, sizeof change, cudaMemcpyDeviceToHost),
        "copy from the device");
  } while (change > data.limit && sweeps < most(cls));
  watch.stop();

  (sweeps % 2 == 0 ? first : second).copy_to(data.u.data());
  data.sweeps = sweeps;
  data.change = change;
}

template void JacobiConvergence::run(const Class&, Data<float>&, league::Stopwatch&);
template void JacobiConvergence::run(const Class&, Data<double>&, league::Stopwatch&);
