#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// Kinetic energies of particles, from an array of structures or a structure of arrays, in several
/// orders of access.
struct Layout {
  static constexpr std::string_view name = "layout";
  using Precisions = std::tuple<float, double>;

  struct Class {
    char letter;
    int n;       // particles
    int sweeps;  // how often the energies are added up
    int offset;  // of target-offset: elements from aligned
    int stride;  // of target-strided: elements between neighbours
  };
  static constexpr std::array classes{
      Class{'S', 10017, 20, 1, 32},     Class{'W', 200003, 20, 1, 32},
      Class{'A', 2000003, 20, 1, 32},   Class{'B', 20000003, 50, 1, 32},
      Class{'C', 300000007, 50, 1, 32},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"n", &Class::n, 1, 2000000000},
      league::Parameter<Class>{"sweeps", &Class::sweeps, 1, 10000},
      league::Parameter<Class>{"offset", &Class::offset, 0, 1000000},
      league::Parameter<Class>{"stride", &Class::stride, 1, 4096},
  };

  /// What a program may know of a particle; four of the eight are needed here.
  template <typename Real>
  struct Particle {
    Real x, y, z;
    Real vx, vy, vz;
    Real mass;
    Real charge;
  };

  /// The same particles twice; a variant uses one of the forms.
  template <typename Real>
  struct Data {
    league::vector<Particle<Real>> particles;  // n: array of structures
    league::vector<Real> vx, vy, vz, mass;     // n each: structure of arrays, what is needed
    league::vector<int> order;                 // n: every index once, neighbours far apart
    league::vector<Real> energy;               // n: twice the energy is added to it per sweep
    std::size_t shift = 0;                     // of what particles are made of, drawn
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: add mass * velocity^2 of each particle to data.energy,
  /// `cls.sweeps` times.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.energy;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.energy);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.sweeps; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
