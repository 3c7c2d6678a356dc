// What team size and layout add: one work item per thread, neighbouring threads with neighbouring
// poses, the work distributed over teams of a fixed size.

#include <algorithm>

#include "bude.hpp"

namespace {

// Work item g takes the poses g, g + items, g + 2 * items ...: what the threads of a warp read and
// write of the poses is contiguous.
template <int width>
void energies(int poses, int kinds, const bude::Atom* ligand, int ligand_atoms,
              const bude::Atom* protein, int protein_atoms, const bude::Pair* pairs,
              const float* pose, float* energy, int team) {
  const int items = (poses + width - 1) / width;
  const int table = kinds * kinds;
  const int teams = (items + team - 1) / team;  // a thread has one item
  #pragma omp target teams distribute parallel for num_teams(teams) thread_limit(team) \
      map(to : ligand[0 : ligand_atoms], protein[0 : protein_atoms])                   \
      map(to : pairs[0 : table], pose[0 : 6 * poses]) map(from : energy[0 : poses])
  for (int item = 0; item < items; ++item) {
    bude::Frame<width> frame;
    alignas(64) float sum[width];
    alignas(64) float x[width];
    alignas(64) float y[width];
    alignas(64) float z[width];
    for (int lane = 0; lane < width; ++lane) {
      bude::place(pose, poses, std::min(item + lane * items, poses - 1), lane, frame);
      sum[lane] = 0;
    }
    for (int i = 0; i < ligand_atoms; ++i) {
      const bude::Pair* row = pairs + ligand[i].type * kinds;
      #pragma omp simd
      for (int lane = 0; lane < width; ++lane) {
        x[lane] = bude::moved(frame, 0, lane, ligand[i]);
        y[lane] = bude::moved(frame, 1, lane, ligand[i]);
        z[lane] = bude::moved(frame, 2, lane, ligand[i]);
      }
      for (int j = 0; j < protein_atoms; ++j) {
        const bude::Atom atom = protein[j];
        const bude::Pair pair = row[atom.type];
        #pragma omp simd
        for (int lane = 0; lane < width; ++lane)
          sum[lane] +=
              bude::interaction(pair, x[lane] - atom.x, y[lane] - atom.y, z[lane] - atom.z);
      }
    }
    for (int lane = 0; lane < width; ++lane)
      if (item + lane * items < poses) energy[item + lane * items] = sum[lane] / 2;
  }
}

}  // namespace

template <typename Real>
void Bude::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int poses = cls.poses;
  const int ligand_atoms = cls.ligand;
  const int protein_atoms = cls.protein;
  const int kinds = data.kinds;
  // A few warps hide the latency of a root; 128 leave room for four poses in the registers
  // of every thread.  Reasoned, not measured: `--set team` and `--set ppwi` are there to try.
  const int team = cls.team > 0 ? cls.team : 128;
  const int table = kinds * kinds;
  const bude::Atom* ligand = data.ligand.data();
  const bude::Atom* protein = data.protein.data();
  const bude::Pair* pairs = data.pairs.data();
  const Real* pose = data.pose.data();
  Real* energy = data.energy.data();

  #pragma omp target data map(to : ligand[0 : ligand_atoms], protein[0 : protein_atoms]) \
      map(to : pairs[0 : table], pose[0 : 6 * poses]) map(from : energy[0 : poses])
  {
    watch.start();
    bude::with_width(width(cls), [&](auto constant) {
      for (int iteration = 0; iteration < cls.iterations; ++iteration)
        energies<decltype(constant)::value>(poses, kinds, ligand, ligand_atoms, protein,
                                            protein_atoms, pairs, pose, energy, team);
    });
    watch.lap("energies");
    watch.stop();
  }
}

template void Bude::run(const Class&, Data<float>&, league::Stopwatch&);
