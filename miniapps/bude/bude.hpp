#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "bude_body.hpp"
#include "league/build_info.hpp"
#include "league/contract.hpp"
#include "league/options.hpp"

namespace bude {
struct Deck;
}

/// Molecular docking: the energy of a ligand against a protein for many trial placements (poses).
struct Bude {
  static constexpr std::string_view name = "bude";
  using Precisions = std::tuple<float>;

  struct Class {
    char letter;
    int poses;
    int ligand;              // atoms
    int protein;             // atoms
    int iterations;          // times that all energies are computed
    int ppwi;                // poses per work item, a power of two; 0: as suits the device
    int team;                // threads of a team, in the variants that set it; 0: their own choice
    int sharp;               // 1: made-up atoms of small radius, and of none, are among them
    const bude::Deck* deck;  // one that was read; null: the made-up one of that size
  };
  static constexpr std::array classes{
      Class{'S', 1003, 16, 128, 2, 0, 0, 0, nullptr},
      Class{'W', 16381, 26, 938, 2, 0, 0, 0, nullptr},
      Class{'A', 65521, 26, 938, 8, 0, 0, 0, nullptr},
      Class{'B', 65521, 256, 2048, 4, 0, 0, 0, nullptr},
      Class{'C', 1048573, 256, 4096, 2, 0, 0, 0, nullptr},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"poses", &Class::poses, 1, 1 << 26},
      league::Parameter<Class>{"ligand", &Class::ligand, 1, 100000},
      league::Parameter<Class>{"protein", &Class::protein, 1, 1000000},
      league::Parameter<Class>{"iterations", &Class::iterations, 1, 1000000},
      league::Parameter<Class>{"ppwi", &Class::ppwi, 0, 128},
      league::Parameter<Class>{"team", &Class::team, 0, 256, 32},
      league::Parameter<Class>{"sharp", &Class::sharp, 0, 1},
  };
  static constexpr std::array extra_options{
      league::ExtraOption{"--deck", "DIR",
                          "folder of ligand.in, protein.in, forcefield.in, poses.in and perhaps "
                          "ref_energies.out"},
      league::ExtraOption{"--strict", "", "a deck without ref_energies.out is an error"},
      league::ExtraOption{"--out", "FILE", "write the energies, one a line"},
      league::ExtraOption{"--write-deck", "DIR", "write the deck of the class, with its energies"},
  };

  template <typename Real>
  struct Data {
    const bude::Deck* deck;  // for the check; variants do not look at it
    int kinds;               // types of atoms
    league::vector<bude::Atom> ligand;
    league::vector<bude::Atom> protein;
    league::vector<bude::Pair> pairs;  // kinds * kinds, the row is the ligand's type
    league::vector<Real> pose;         // three angles, three shifts: six arrays of `poses` each
    league::vector<Real> energy;       // the answer; starts poisoned
  };

  /// Poses that a work item takes: what was asked for, or a vector's worth on processors and what
  /// fits into the registers of a thread on GPUs.  GCC makes a warp of such a thread, whose lanes
  /// share its simd loops: a pose for each lane.
  static int width(const Class& cls) {
    const auto& build = league::build_info;
    const bool processor =
        !build.offloads || build.device == "x86_64" || (build.device == "host" && !is_cuda());
    const bool warps = build.compiler == "GNU";
    return cls.ppwi > 0 ? cls.ppwi : processor || warps ? 32 : 4;
  }
  static bool is_cuda() { return league::build_info.model == "cuda"; }

  /// Read the deck if one is given.  Throws UsageError.
  static void configure(Class& cls, const league::Options& options);

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: compute the energy of every pose `cls.iterations` times.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  /// Write the energies, or the deck, if that was asked for.
  template <typename Real>
  static void finish(const Class& cls, const Data<Real>& data, const league::Options& options);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.energy;
  }

  template <typename Real>
  static auto outputs(Data<Real>& data) {
    return std::tie(data.energy);
  }

  /// Kernels of any variant for a device, at least.
  static long launches(const Class& cls) { return cls.iterations; }

  static league::Work work(const Class& cls, std::size_t real_bytes);
};
