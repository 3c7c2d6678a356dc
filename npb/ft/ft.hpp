#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>

#include "league/contract.hpp"

/// A diffusion equation in a periodic box, solved by three-dimensional Fourier transforms.
struct Ft {
  static constexpr std::string_view name = "npb-ft";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int nx;  // points along x, the axis along which neighbours are adjacent; a power of two
    int ny;
    int nz;
    int niter;  // steps in time, with a transform and a checksum each

    constexpr std::size_t points() const {
      return std::size_t(nx) * std::size_t(ny) * std::size_t(nz);
    }
  };
  static constexpr std::array classes{
      Class{'S', 64, 64, 64, 6},        Class{'W', 128, 128, 32, 6},
      Class{'A', 256, 256, 128, 6},     Class{'B', 512, 256, 256, 20},
      Class{'C', 512, 512, 512, 20},    Class{'D', 2048, 1024, 1024, 25},
      Class{'E', 4096, 2048, 2048, 25},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"nx", &Class::nx, 32, 4096, 32},
      league::Parameter<Class>{"ny", &Class::ny, 32, 4096, 32},
      league::Parameter<Class>{"nz", &Class::nz, 32, 4096, 32},
      league::Parameter<Class>{"niter", &Class::niter, 1, 1000},
  };

  template <typename Real>
  struct Data {
    // 2 niter: real and imaginary part of the checksum of each step; start poisoned.  The fields
    // are made and kept by the variant, in the layout it likes: the set-up is part of the time.
    league::vector<Real> checksum;
  };

  /// Throws std::invalid_argument if a side is not a power of two.
  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: set up, transform, and note the checksum of every step.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Why check() has nothing to compare a run of this class with, if so.
  static std::string why_not_checked(const Class& cls);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.checksum;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.checksum);
  }

  /// Kernels of any variant for a device, at least: a transform and a pass over all points each;
  /// one more run comes before start().
  static long launches(const Class& cls) { return 4L * (cls.niter + 1); }
  static constexpr bool warms_up = true;

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
