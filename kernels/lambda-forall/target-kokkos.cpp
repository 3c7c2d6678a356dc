// The same loops by Kokkos, with its own arrays on the device.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "lambda-forall.hpp"

template <typename Real>
void LambdaForall::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int n = cls.n;
  const Real a = factor;
  using Device = Kokkos::DefaultExecutionSpace;
  using Array = Kokkos::View<Real*, Kokkos::LayoutRight, typename Device::memory_space>;
  using HostArray = Kokkos::View<Real*, Kokkos::LayoutRight, Kokkos::HostSpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static const Kokkos::ScopeGuard kokkos;  // from the first run to the end of the program
  const auto size = std::size_t(n);
  const HostArray host_x(data.x.data(), size);
  const HostArray host_y(data.y.data(), size);
  Real* sums = data.y.data() + n;

  const Array x("x", size);
  const Array y("y", size);
  Kokkos::deep_copy(x, host_x);
  Kokkos::deep_copy(y, host_y);
  const Kokkos::RangePolicy<Device> all(0, n);

  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    Kokkos::parallel_for("update", all, KOKKOS_LAMBDA(int i) { y(i) += a * x(i); });
    Kokkos::fence();
    watch.lap("update");

    double sum = 0;
    Kokkos::parallel_reduce("sum", all, KOKKOS_LAMBDA(int i, double& part) { part += y(i); }, sum);
    sums[step] = Real(sum);
    watch.lap("sum");
  }
  watch.stop();

  Kokkos::deep_copy(host_y, y);
}

template void LambdaForall::run(const Class&, Data<float>&, league::Stopwatch&);
template void LambdaForall::run(const Class&, Data<double>&, league::Stopwatch&);
