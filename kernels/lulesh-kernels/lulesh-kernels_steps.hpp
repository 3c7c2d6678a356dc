// The order of the kernels and the names of their laps, the same for every variant.
#pragma once

#include <cstddef>
#include <vector>

#include "lulesh-kernels_fields.hpp"

namespace lulesh_kernels {

/// All steps, with the loops of a variant.  Each gets the pointers of the fields it needs.
template <typename Kernels>
void run_steps(const LuleshKernels::Class& cls, const std::vector<int>& region_begin,
               const Fields& f, league::Stopwatch& watch) {
  const int n = region_begin.back();
  // Without those that have no element: LLVM takes a loop of no length for one of unknown length
  // and starts a full grid for it.
  const auto each_region = [&](const auto& work_on) {
    for (std::size_t region = 1; region < region_begin.size(); ++region)
      if (region_begin[region - 1] < region_begin[region])
        work_on(region_begin[region - 1], region_begin[region]);
  };
  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    Kernels::strain(n, f.dxx, f.change);
    watch.lap("strain");
    Kernels::lagrange_elements(n, f.dxx, f.dyy, f.dzz, f.vdov);
    watch.lap("lagrange-elements");
    Kernels::q_gradients(n, f.nodes, f.x, f.y, f.z, f.xd, f.yd, f.zd, f.volo, f.vnew, f.delx_xi,
                         f.delx_eta, f.delx_zeta, f.delv_xi, f.delv_eta, f.delv_zeta);
    watch.lap("q-gradients");
    each_region([&](int begin, int end) {
      Kernels::q_regions(begin, end, f.members, f.lxim, f.lxip, f.letam, f.letap, f.lzetam,
                         f.lzetap, f.bc, f.delx_xi, f.delx_eta, f.delx_zeta, f.delv_xi, f.delv_eta,
                         f.delv_zeta, f.mass, f.volo, f.vnew, f.vdov, f.qq, f.ql);
    });
    watch.lap("q-regions");
    each_region([&](int begin, int end) {
      Kernels::sound_speeds(begin, end, f.members, f.vnew, f.enew, f.pnew, f.bvc, f.pbvc, f.ss);
    });
    watch.lap("sound-speed");
  }
  watch.stop();
}

}  // namespace lulesh_kernels
