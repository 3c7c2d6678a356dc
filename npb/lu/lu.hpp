#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// NAS LU: steps of a compressible flow whose implicit operator is relaxed point by point, forward
/// and backward through the grid (symmetric successive over-relaxation).
struct Lu {
  static constexpr std::string_view name = "npb-lu";
  using Precisions = std::tuple<double>;

  using Five = std::array<double, 5>;  // one number per component of the state

  struct Class {
    char letter;
    int n;          // points per side, boundary included
    int niter;      // time steps
    double dt;      // length of a step
    Five residual;  // published norms after the last step
    Five error;
    double surface;  // published surface integral
  };
  static constexpr std::array classes{
      Class{'S',
            12,
            50,
            0.5,
            {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
             1.5029584435994323e-03, 3.4264073155896461e-02},
            {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
             5.8474222595157350e-05, 1.3103347914111294e-03},
            7.8418928865937083e+00},
      Class{'W',
            33,
            300,
            1.5e-3,
            {12.36511638192, 1.317228477799, 2.550120713095, 2.326187750252, 28.26799444189},
            {0.4867877144216, 0.05064652880982, 0.0928181810196, 0.08570126542733, 1.084277417792},
            11.61399311023},
      Class{'A',
            64,
            250,
            2.0,
            {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,
             1.7845301160418537e+02, 1.8384760349464247e+03},
            {2.9964085685471943e+01, 2.8194576365003349e+00, 7.3473412698774742e+00,
             6.7139225687777051e+00, 7.0715315688392578e+01},
            2.6030925604886277e+01},
      Class{'B',
            102,
            250,
            2.0,
            {3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,
             7.7812774739425265e+02, 7.3087969592545314e+03},
            {1.1401176380212709e+02, 8.1098963655421574e+00, 2.8480597317698308e+01,
             2.5905394567832939e+01, 2.6054907504857413e+02},
            4.7887162703308227e+01},
      Class{'C',
            162,
            250,
            2.0,
            {1.03766980323537846e+04, 8.92212458801008552e+02, 2.56238814582660871e+03,
             2.19194343857831427e+03, 1.78078057261061185e+04},
            {2.15986399716949279e+02, 1.55789559239863600e+01, 5.41318863077207766e+01,
             4.82262643154045421e+01, 4.55902910043250358e+02},
            6.66404553572181300e+01},
      Class{'D',
            408,
            300,
            1.0,
            {0.4868417937025e+05, 0.4696371050071e+04, 0.1218114549776e+05, 0.1033801493461e+05,
             0.7142398413817e+05},
            {0.3752393004482e+03, 0.3084128893659e+02, 0.9434276905469e+02, 0.8230686681928e+02,
             0.7002620636210e+03},
            0.8334101392503e+02},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 6, 1020},  // both closures of a line have their rows
      league::Parameter<Class>{"niter", &Class::niter, 1, 100000},
  };

  // Both fields hold their components one after the other: [5][z][y][x].
  template <typename Real>
  struct Data {
    league::vector<Real> u;        // the state; the initial field, then the answer
    league::vector<Real> forcing;  // makes the exact solution a steady state; zero on the boundary
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

  /// Kernels of any variant for a device, at least: right-hand side, two sweeps, update; one more
  /// step comes before start().
  static long launches(const Class& cls) { return 4L * cls.niter; }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
