// The vendor reference: six kernels a step, all lines of an axis at once.

#include "bt.hpp"
#include "bt_cuda.hpp"
#include "bt_parts.hpp"

namespace {

struct Fields {
  double* u;
  double* ri;
  double* forcing;
  double* rhs;
  double* work;
};

void step(const cfd::Grid& grid, const Fields& f, league::Stopwatch& watch) {
  bt::right_hand_side(grid, f.u, f.ri, f.forcing, f.rhs);
  watch.lap("rhs");
  bt::solve<0>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("x-solve");
  bt::solve<1>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("y-solve");
  bt::solve<2>(grid, f.u, f.ri, f.rhs, f.work);
  watch.lap("z-solve");
  bt::add(grid, f.rhs, f.u, f.ri);
  watch.lap("add");
}

}  // namespace

template <typename Real>
void Bt::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const auto points = std::size_t(grid.points);
  const std::size_t lines = std::size_t(cls.n - 2) * std::size_t(cls.n - 2);
  league::DeviceArray<Real> u(10 * points);  // and with x and y exchanged
  league::DeviceArray<Real> ri(2 * points);
  league::DeviceArray<Real> rhs(10 * points);
  league::DeviceArray<Real> forcing(5 * points);
  league::DeviceArray<Real> blocks((lines + bt::tile - 1) / bt::tile * bt::tile * 25 *
                                   std::size_t(cls.n));
  forcing.copy_from(data.forcing.data());
  const Fields fields{u.data(), ri.data(), forcing.data(), rhs.data(), blocks.data()};
  const auto begin = [&] {
    league::demand(
        cudaMemcpy(u.data(), data.u.data(), 5 * points * sizeof(Real), cudaMemcpyHostToDevice),
        "copy to the device");
    league::demand(cudaMemset(rhs.data(), 0, 10 * points * sizeof(Real)), "clearing");
    bt::add(grid, fields.rhs, fields.u, fields.ri);  // nothing, but 1 / density and the exchange
  };

  begin();
  league::Stopwatch untimed;
  step(grid, fields,
       untimed);  // the rules want one step before the clock starts, and a fresh start
  begin();

  watch.start();
  for (int it = 0; it < cls.niter; ++it) step(grid, fields, watch);
  watch.stop();
  league::demand(
      cudaMemcpy(data.u.data(), u.data(), 5 * points * sizeof(Real), cudaMemcpyDeviceToHost),
      "copy from the device");
}

template void Bt::run(const Class&, Data<double>&, league::Stopwatch&);
