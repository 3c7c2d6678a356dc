#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// NAS SP: time steps of a compressible flow whose implicit operator is factored by direction and
/// diagonalised, so that every grid line is five scalar pentadiagonal systems.
struct Sp {
  static constexpr std::string_view name = "npb-sp";
  using Precisions = std::tuple<double>;

  using Five = std::array<double, 5>;  // one number per component of the state

  struct Class {
    char letter;
    int n;          // points per side, boundary included
    int niter;      // time steps
    double dt;      // length of a step
    Five residual;  // published norms after the last step
    Five error;
  };
  static constexpr std::array classes{
      Class{'S',
            12,
            100,
            0.015,
            {2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02,
             1.5840557224455615e-02, 3.4849040609362460e-02},
            {2.7289258557377225e-05, 1.0364446640837285e-05, 1.6154798287166470e-05,
             1.5750704994480100e-05, 3.4177666183390530e-05}},
      Class{'W',
            36,
            400,
            0.0015,
            {0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03, 0.2887475409984e-03,
             0.3143611161242e-02},
            {0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04, 0.1128838671535e-04,
             0.1212845639773e-03}},
      Class{'A',
            64,
            400,
            0.0015,
            {2.4799822399300195e+00, 1.1276337964368832e+00, 1.5028977888770492e+00,
             1.4217816211695180e+00, 2.1292113035138280e+00},
            {1.0900140297820550e-04, 3.7343951769282090e-05, 5.0092785406541630e-05,
             4.7671093939528250e-05, 1.3621613399213000e-04}},
      Class{'B',
            102,
            400,
            0.001,
            {0.6903293579998e+02, 0.3095134488084e+02, 0.4103336647017e+02, 0.3864769009604e+02,
             0.5643482272596e+02},
            {0.9810006190188e-02, 0.1022827905670e-02, 0.1720597911692e-02, 0.1694479428231e-02,
             0.1847456263981e-01}},
      Class{'C',
            162,
            400,
            0.00067,
            {0.5881691581829e+03, 0.2454417603569e+03, 0.3293829191851e+03, 0.3081924971891e+03,
             0.4597223799176e+03},
            {0.2598120500183e+00, 0.2590888922315e-01, 0.5132886416320e-01, 0.4806073419454e-01,
             0.5483377491301e+00}},
      Class{'D',
            408,
            500,
            0.0003,
            {0.1044696216887e+05, 0.3204427762578e+04, 0.4648680733032e+04, 0.4238923283697e+04,
             0.7588412036136e+04},
            {0.5089471423669e+01, 0.5323514855894e+00, 0.1187051008971e+01, 0.1083734951938e+01,
             0.1164108338568e+02}},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 6, 1020},  // both closures of a line have their rows
      league::Parameter<Class>{"niter", &Class::niter, 1, 100000},
  };

  // All fields hold their components one after the other: [5][z][y][x].
  template <typename Real>
  struct Data {
    league::vector<Real> u;        // the state; the initial field, then the answer
    league::vector<Real> forcing;  // makes the exact solution a steady state; zero on the boundary
    league::vector<Real> rhs;      // right-hand side, then increment; zero on the boundary, which
                                   // stays so, and poisoned inside
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// Defined by every variant: advance data.u by cls.niter steps.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  /// Defined by every variant, too: how many numbers a run of it keeps, on the host or on a device,
  /// where there are more of them.
  static double kept(const Class& cls);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Why check() has nothing to compare a run of this class with, if so.
  static std::string why_not_checked(const Class& cls);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.u;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.u);
  }

  /// Kernels of any variant for a device, at least: right-hand side and three directions; one more
  /// step comes before start().
  static long launches(const Class& cls) { return 4L * cls.niter; }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
