#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "league/contract.hpp"
#include "league/options.hpp"
#include "lulesh_fields.hpp"

namespace lulesh {

/// How a run ended.
struct Outcome {
  int cycles = 0;
  double time = 0;
  double dt = 0;      ///< of the last cycle
  bool good = false;  ///< not stopped by a volume, a viscosity or a time step out of bounds
};

/// What is known of a cycle without a look at the fields.
struct Line {
  int cycle;
  double time;
  double dt;
  double q;       ///< largest artificial viscosity
  double volume;  ///< smallest relative volume of the next cycle
};

}  // namespace lulesh

/// LULESH: a blast wave that starts in the corner of a cube of gas, on a mesh that moves with it.
struct Lulesh {
  static constexpr std::string_view name = "lulesh";
  using Precisions = std::tuple<double>;

  struct Class {
    char letter;
    int s;              // elements along an edge
    int i;              // cycles at most
    int r;              // regions
    int b;              // how unequal the regions are: region k has the weight k^b
    int c;              // extra cost of the expensive ones
    int summary_every;  // cycles between lines of the summary; 0: none
    int shares;  // of the forces, in variants whose threads add up their own; 0: one a thread
    int blast;   // powers of ten by which the energy at the origin is more than published
    int spark;   // the same of the opposite corner, over the origin's; 0: it is cold
  };
  static constexpr int no_limit = 9999999;
  static constexpr std::array classes{
      Class{'S', 10, no_limit, 11, 1, 1, 0, 0, 0, 0},
      Class{'W', 30, 50, 11, 1, 1, 0, 0, 0, 0},
      Class{'A', 30, no_limit, 11, 1, 1, 0, 0, 0, 0},
      Class{'B', 45, no_limit, 11, 1, 1, 0, 0, 0, 0},
      Class{'C', 90, no_limit, 11, 1, 1, 0, 0, 0, 0},
  };
  static constexpr std::array parameters{
      league::Parameter<Class>{"s", &Class::s, 1, 600},
      league::Parameter<Class>{"i", &Class::i, 1, no_limit},
      league::Parameter<Class>{"r", &Class::r, 1, 1000},
      league::Parameter<Class>{"b", &Class::b, 0, 20},
      league::Parameter<Class>{"c", &Class::c, 0, 1000},
      league::Parameter<Class>{"shares", &Class::shares, 0, 65536},
      league::Parameter<Class>{"blast", &Class::blast, 0, 20},
      league::Parameter<Class>{"spark", &Class::spark, 0, 20},
  };
  static constexpr std::array extra_options{
      league::ExtraOption{"-s", "N", "elements along an edge, as --set s=N"},
      league::ExtraOption{"-i", "N", "cycles at most, as --set i=N"},
      league::ExtraOption{"-r", "N", "regions, as --set r=N"},
      league::ExtraOption{"-b", "N", "how unequal the regions are, as --set b=N"},
      league::ExtraOption{"-c", "N", "extra cost of expensive regions, as --set c=N"},
      league::ExtraOption{"--summary", "", "what the public program prints at the end"},
      league::ExtraOption{"--summary-every", "N", "a line for every N-th cycle"},
      league::ExtraOption{"--plot", "FILE", "draw the layer at z = 0 (.png, .ppm or .vtk)"},
  };

  template <typename Real>
  struct Data {
    lulesh::Mesh mesh;
    league::vector<Real> fields;  // all of them; set as at time zero
    league::vector<int> lists;    // of the mesh
    league::vector<Real> answer;  // e, p, q, v, then positions and velocities; starts poisoned
    lulesh::Outcome outcome;
    std::vector<lulesh::Line> lines;  // every summary_every cycles
  };

  template <typename Real>
  static Data<Real> make(const Class& cls);

  /// The only function a variant defines: go from cycle to cycle and hand in the state at the end.
  template <typename Real>
  static void run(const Class& cls, Data<Real>& data, league::Stopwatch& watch);

  template <typename Real>
  static league::Checks check(const Class& cls, const Data<Real>& data);

  template <typename Real>
  static league::vector<Real>& result(Data<Real>& data) {
    return data.answer;
  }

  static league::Work work(const Class& cls, std::size_t real_bytes);

  /// The same for the cycles that were made; work() estimates them for unknown sizes.
  template <typename Real>
  static league::Work work_done(const Class& cls, const Data<Real>& data);

  static void configure(Class& cls, const league::Options& options);

  template <typename Real>
  static void finish(const Class& cls, const Data<Real>& data, const league::Options& options);
};
