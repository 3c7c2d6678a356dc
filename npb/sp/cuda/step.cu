// The vendor reference: four kernels a step.

#include <cstddef>

#include "league/cuda.hpp"
#include "sp.hpp"
#include "sp_parts.hpp"

namespace {

void step(const cfd::Grid& grid, const sp::Fields& fields) {
  sp::right_hand_side(grid, fields);
  sp::solve<0>(grid, fields);
  sp::solve<1>(grid, fields);
  sp::solve<2>(grid, fields);
}

}  // namespace

template <typename Real>
void Sp::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const cfd::Grid grid(cls.n, cls.dt);
  const auto points = std::size_t(grid.points);
  league::DeviceArray<Real> u(5 * points), ri(points), forcing(5 * points), rhs(5 * points);
  league::DeviceArray<Real> rows(11 * points);
  league::vector<Real> reciprocals(points);
  for (std::size_t c = 0; c < points; ++c) reciprocals[c] = 1 / data.u[c];
  const auto begin = [&] {
    u.copy_from(data.u.data());
    ri.copy_from(reciprocals.data());
  };
  begin();
  forcing.copy_from(data.forcing.data());
  rhs.copy_from(data.rhs.data());
  const sp::Fields fields{u.data(), ri.data(), forcing.data(), nullptr, rhs.data(), rows.data(), 0};

  // One step before the clock starts, as the benchmark prescribes; then everything as before.
  step(grid, fields);
  begin();

  watch.start();
  for (int s = 0; s < cls.niter; ++s) {
    sp::right_hand_side(grid, fields);
    watch.lap("rhs");
    sp::solve<0>(grid, fields);
    watch.lap("x-solve");
    sp::solve<1>(grid, fields);
    watch.lap("y-solve");
    sp::solve<2>(grid, fields);
    watch.lap("z-solve");
  }
  watch.stop();

  u.copy_to(data.u.data());
}

template void Sp::run(const Class&, Data<double>&, league::Stopwatch&);
