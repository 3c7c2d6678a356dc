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
  watch.start();
  for (int step = 0; step < cls.steps; ++step) {
    Kernels::strain(n, f.dxx, f.change);
    watch.lap("strain");
    Kernels::lagrange_elements(n, f.dxx, f.dyy, f.dzz, f.vdov);
    watch.lap("lagrange-elements");
    Kernels::q_gradients(n, f.nodes, f.x, f.y, f.z, f.xd, f.yd, f.zd, f.volo, f.vnew, f.delx_xi,
                         f.delx_eta, f.delx_zeta, f.delv_xi, f.delv_eta, f.delv_zeta);
    watch.lap("q-gradients");
    for (int region = 0; region < cls.regions; ++region) {
      const int begin = region_begin[std::size_t(region)];
      const int end = region_begin[std::size_t(region) + 1];
      Kernels::q_regions(begin, end, f.members, f.lxim, f.lxip, f.letam, f.letap, f.lzetam,
                         f.lzetap, f.bc, f.delx_xi, f.delx_eta, f.delx_zeta, f.delv_xi, f.delv_eta,
                         f.delv_zeta, f.mass, f.volo, f.vnew, f.vdov, f.qq, f.ql);
    }
    watch.lap("q-regions");
    for (int region = 0; region < cls.regions; ++region) {
      const int begin = region_begin[std::size_t(region)];
      const int end = region_begin[std::size_t(region) + 1];
      Kernels::sound_speeds(begin, end, f.members, f.vnew, f.enew, f.pnew, f.bvc, f.pbvc, f.ss);
    }
    watch.lap("sound-speed");
  }
  watch.stop();
}

}  // namespace lulesh_kernels
