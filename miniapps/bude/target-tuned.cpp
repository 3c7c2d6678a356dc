// What team memory adds: the threads of a team lay out atoms and force field side by side once for
// all their poses.

#include <omp.h>

#include <algorithm>

#include "bude.hpp"

namespace {

constexpr int tile = 256;  // atoms of the protein in a team's memory, 12 kB

// Work item g takes the poses g, g + items, g + 2 * items ...: what the threads of a warp read and
// write of the poses is contiguous.
template <int width>
void energies(int poses, int kinds, const bude::Atom* ligand, int ligand_atoms,
              const bude::Atom* protein, int protein_atoms, const bude::Pair* pairs,
              const float* pose, float* energy, int team) {
  const int items = (poses + width - 1) / width;
  const int table = kinds * kinds;
  const int teams = (items + team - 1) / team;  // a thread has one item
  #pragma omp target teams num_teams(teams) thread_limit(team)       \
      map(to : ligand[0 : ligand_atoms], protein[0 : protein_atoms]) \
      map(to : pairs[0 : table], pose[0 : 6 * poses]) map(from : energy[0 : poses])
  {
    bude::Atom atoms[tile];
    bude::Pair met[tile];
    #pragma omp allocate(atoms, met) allocator(omp_pteam_mem_alloc)
    #pragma omp parallel
    {
      const int thread = omp_get_thread_num();
      const int threads = omp_get_num_threads();
      const int stride = omp_get_num_teams() * threads;
      // All threads of a team come as often, for they meet at barriers: an item beyond the last one
      // is idle company.
      for (int first = omp_get_team_num() * threads; first < items; first += stride) {
        const int item = first + thread;
        bude::Frame<width> frame;
        float sum[width];
        float x[width];
        float y[width];
        float z[width];
        for (int lane = 0; lane < width; ++lane) {
          bude::place(pose, poses, std::min(item + lane * items, poses - 1), lane, frame);
          sum[lane] = 0;
        }
        for (int i = 0; i < ligand_atoms; ++i) {
          const bude::Atom own = ligand[i];
          const bude::Pair* row = pairs + own.type * kinds;
          #pragma omp simd
          for (int lane = 0; lane < width; ++lane) {
            x[lane] = bude::moved(frame, 0, lane, own);
            y[lane] = bude::moved(frame, 1, lane, own);
            z[lane] = bude::moved(frame, 2, lane, own);
          }
          for (int begin = 0; begin < protein_atoms; begin += tile) {
            const int left = protein_atoms - begin;
            const int count = left < tile ? left : tile;
            #pragma omp barrier  // everybody is through with the tile before
            for (int j = thread; j < count; j += threads) {
              const bude::Atom& other = protein[begin + j];
              const bude::Pair& pair = row[other.type];
              // By member, so that they go in words of 16 bytes: as structures they would not.
              atoms[j] = {other.x, other.y, other.z, other.type};
              met[j] = {pair.hardness,          pair.hardness_slope,   pair.charge,
                        pair.charge_start,      pair.charge_slope,     pair.desolvation,
                        pair.desolvation_start, pair.desolvation_slope};
            }
            #pragma omp barrier
            for (int j = 0; j < count; ++j) {
              const bude::Atom atom = atoms[j];
              const bude::Pair pair = met[j];
              #pragma omp simd
              for (int lane = 0; lane < width; ++lane)
                sum[lane] +=
                    bude::interaction(pair, x[lane] - atom.x, y[lane] - atom.y, z[lane] - atom.z);
            }
          }
        }
        for (int lane = 0; lane < width; ++lane)
          if (item < items && item + lane * items < poses)
            energy[item + lane * items] = sum[lane] / 2;
      }
    }
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
