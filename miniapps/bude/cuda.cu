// The vendor reference: a block merges atoms and force field in shared memory once for all its
// poses.

#include "bude.hpp"
#include "league/cuda.hpp"

namespace {

constexpr int tile = 256;  // atoms of the protein in shared memory, 12 kB

// An atom of the protein as one atom of the ligand meets it: three 16-byte words, so that a warp
// reads it with three broadcasts.
struct Met {
  float4 place;        // x, y, z, slope of the hardness
  float4 charge;       // its strength, start and slope, and the strength of the hardness
  float4 desolvation;  // its strength, start and slope
};

__device__ Met met(const bude::Atom& atom, const bude::Pair& pair) {
  return {{atom.x, atom.y, atom.z, pair.hardness_slope},
          {pair.charge, pair.charge_start, pair.charge_slope, pair.hardness},
          {pair.desolvation, pair.desolvation_start, pair.desolvation_slope, 0}};
}

// The same lines as bude::ramp; the cut to [0, 1] is part of the multiply-add instruction.
__device__ float ramp(float start, float slope, float distance) {
  return __saturatef(start - slope * distance);
}

// One instruction, two units in the last place from the exact root; rsqrtf() adds more for numbers
// too small to be distances.
__device__ float reciprocal_root(float square) {
  float root;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(square));
  return root;
}

__device__ float interaction(const Met& atom, float x, float y, float z) {
  const float dx = x - atom.place.x;
  const float dy = y - atom.place.y;
  const float dz = z - atom.place.z;
  // The small number keeps a distance of zero from becoming 0 * infinity.
  const float square = 1e-30F + dx * dx + dy * dy + dz * dz;
  const float distance = square * reciprocal_root(square);
  return atom.charge.w * ramp(1, atom.place.w, distance) +
         atom.charge.x * ramp(atom.charge.y, atom.charge.z, distance) +
         atom.desolvation.x * ramp(atom.desolvation.y, atom.desolvation.z, distance);
}

// A thread has `width` poses: item, item + items, ...
template <int width>
__global__ void __launch_bounds__(256)
    energies(int poses, int kinds, const bude::Atom* __restrict__ ligand, int ligand_atoms,
             const bude::Atom* __restrict__ protein, int protein_atoms,
             const bude::Pair* __restrict__ pairs, const float* __restrict__ pose,
             float* __restrict__ energy) {
  __shared__ Met atoms[tile];
  // More poses a thread do not fit into registers anyway, and take long to compile.
  constexpr int at_once = width < 16 ? width : 16;
  const int items = (poses + width - 1) / width;
  const int item = int(blockIdx.x * blockDim.x + threadIdx.x);  // beyond the last one: idle company
  bude::Frame<width> frame;
  float sum[width] = {};
  #pragma unroll 1  // sines and cosines are long, and the frame is not read often
  for (int lane = 0; lane < width; ++lane)
    bude::place(pose, poses, min(item + lane * items, poses - 1), lane, frame);
  for (int i = 0; i < ligand_atoms; ++i) {
    const bude::Atom atom = ligand[i];
    const bude::Pair* row = pairs + atom.type * kinds;
    float x[width];
    float y[width];
    float z[width];
    #pragma unroll at_once
    for (int lane = 0; lane < width; ++lane) {
      x[lane] = bude::moved(frame, 0, lane, atom);
      y[lane] = bude::moved(frame, 1, lane, atom);
      z[lane] = bude::moved(frame, 2, lane, atom);
    }
    for (int begin = 0; begin < protein_atoms; begin += tile) {
      const int count = min(tile, protein_atoms - begin);
      __syncthreads();  // everybody is through with the tile before
      for (int j = int(threadIdx.x); j < count; j += int(blockDim.x))
        atoms[j] = met(protein[begin + j], row[protein[begin + j].type]);
      __syncthreads();
      for (int j = 0; j < count; ++j) {
        const Met other = atoms[j];
        #pragma unroll at_once
        for (int lane = 0; lane < width; ++lane)
          sum[lane] += interaction(other, x[lane], y[lane], z[lane]);
      }
    }
  }
  #pragma unroll at_once
  for (int lane = 0; lane < width; ++lane)
    if (item + lane * items < poses && item < items) energy[item + lane * items] = sum[lane] / 2;
}

}  // namespace

template <typename Real>
void Bude::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  league::DeviceArray<bude::Atom> ligand(data.ligand.size());
  league::DeviceArray<bude::Atom> protein(data.protein.size());
  league::DeviceArray<bude::Pair> pairs(data.pairs.size());
  league::DeviceArray<Real> pose(data.pose.size());
  league::DeviceArray<Real> energy(data.energy.size());
  ligand.copy_from(data.ligand.data());
  protein.copy_from(data.protein.data());
  pairs.copy_from(data.pairs.data());
  pose.copy_from(data.pose.data());
  const int team = cls.team > 0 ? cls.team : 128;

  watch.start();
  bude::with_width(width(cls), [&](auto constant) {
    constexpr int poses_each = decltype(constant)::value;
    const int items = (cls.poses + poses_each - 1) / poses_each;
    for (int iteration = 0; iteration < cls.iterations; ++iteration) {
      energies<poses_each><<<(items + team - 1) / team, team>>>(
          cls.poses, data.kinds, ligand.data(), cls.ligand, protein.data(), cls.protein,
          pairs.data(), pose.data(), energy.data());
      league::demand_launched();
    }
  });
  watch.lap("energies");
  watch.stop();

  energy.copy_to(data.energy.data());
}

template void Bude::run(const Class&, Data<float>&, league::Stopwatch&);
