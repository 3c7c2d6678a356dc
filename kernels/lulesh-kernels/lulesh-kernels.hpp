#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <vector>

#include "league/contract.hpp"

/// Four kernels of LULESH as the study of lambdas had them: a pointer of its own for every field.
struct LuleshKernels {
  static constexpr std::string_view name = "lulesh-kernels";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int s;        // elements along an edge of the cube
    int regions;  // of elements; two kernels are launched for each of them
    int steps;
  };
  static constexpr std::array classes{
      Class{'S', 5, 11, 3},   Class{'W', 30, 11, 20},  Class{'A', 45, 11, 100},
      Class{'B', 90, 11, 50}, Class{'C', 200, 11, 20},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"s", &Class::s, 2, 400},
      league::Parameter<Class>{"regions", &Class::regions, 1, 100},
      league::Parameter<Class>{"steps", &Class::steps, 1, 10000},
  };

  template <typename Real>
  struct Data {
    league::vector<int> nodes;  // eight of an element, one behind the other
    league::vector<int> lxim;   // neighbours of an element along its three directions
    league::vector<int> lxip;
    league::vector<int> letam;
    league::vector<int> letap;
    league::vector<int> lzetam;
    league::vector<int> lzetap;
    league::vector<int> bc;                         // what is at its six sides
    league::vector<int> members;                    // elements, region by region
    league::vector<Real> x, y, z, xd, yd, zd;       // positions and velocities of the nodes
    league::vector<Real> volo, vnew, mass, change;  // of the elements
    league::vector<Real> enew, pnew, bvc, pbvc;     // of the members
    league::vector<Real> dxx, dyy, dzz;             // strain rates, which go on from step to step
    league::vector<Real> vdov, delx_xi, delx_eta, delx_zeta, delv_xi, delv_eta, delv_zeta, qq, ql,
        ss;                         // start poisoned
    std::vector<int> region_begin;  // where the members of a region begin; one more than regions

    auto lists() { return std::tie(nodes, lxim, lxip, letam, letap, lzetam, lzetap, bc, members); }
    auto numbers() {
      return std::tie(x, y, z, xd, yd, zd, volo, vnew, mass, change, enew, pnew, bvc, pbvc, dxx,
                      dyy, dzz, vdov, delx_xi, delx_eta, delx_zeta, delv_xi, delv_eta, delv_zeta,
                      qq, ql, ss);
    }
    /// Everything that a device has to have, array by array.
    auto all() { return std::tuple_cat(lists(), numbers()); }
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines.  In every step the strain rate dxx grows by `change`,
  /// and the four kernels of lulesh-kernels_body.hpp follow; laps "strain", "lagrange-elements",
  /// "q-gradients", "q-regions" and "sound-speed", the last two region by region.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.ss;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.dxx, data.dyy, data.dzz, data.vdov, data.delx_xi, data.delx_eta,
                    data.delx_zeta, data.delv_xi, data.delv_eta, data.delv_zeta, data.qq, data.ql,
                    data.ss);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return 5L * cls.steps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
