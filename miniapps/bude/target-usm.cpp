// Unified shared memory against mapping: as target-data, without a word about data.

#include <algorithm>

#include "bude.hpp"

#pragma omp requires unified_shared_memory

namespace {

// Every atom of the protein is loaded once for `width` poses: item, item + items, ...
template <int width>
void energies(int poses, int kinds, const bude::Atom* ligand, int ligand_atoms,
              const bude::Atom* protein, int protein_atoms, const bude::Pair* pairs,
              const float* pose, float* energy) {
  const int items = (poses + width - 1) / width;
  #pragma omp target teams distribute parallel for
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
  const bude::Atom* ligand = data.ligand.data();
  const bude::Atom* protein = data.protein.data();
  const bude::Pair* pairs = data.pairs.data();
  const Real* pose = data.pose.data();
  Real* energy = data.energy.data();

  watch.start();
  bude::with_width(width(cls), [&](auto constant) {
    for (int iteration = 0; iteration < cls.iterations; ++iteration)
      energies<decltype(constant)::value>(cls.poses, data.kinds, ligand, cls.ligand, protein,
                                          cls.protein, pairs, pose, energy);
  });
  watch.lap("energies");
  watch.stop();
}

template void Bude::run(const Class&, Data<float>&, league::Stopwatch&);
