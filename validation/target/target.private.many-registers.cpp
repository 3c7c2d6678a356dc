// target.private.many-registers
// OpenMP 4.5, section 5.4.3: variables of a block in a region are each thread's own, as many as
// there are: arrays of 8 KiB and what a loop over them needs at once.
// Observed: sums that threads of a team compute with 2 and with 128 values each.
// Mutant: sum[lane] = 0; => sum[lane] = 1;

#include <algorithm>
#include <cmath>

#include "league/claim.hpp"

namespace {
struct alignas(16) Atom {
  float x, y, z;
  int type;
};
struct alignas(16) Pair {
  float a, b, c, d, e, f, g, h;
};

inline float ramp(float start, float slope, float distance) {
  const float line = start - slope * distance;
  const float positive = line > 0.0F ? line : 0.0F;
  return positive < 1.0F ? positive : 1.0F;
}

inline float interaction(const Pair& p, float dx, float dy, float dz) {
  const float distance = std::sqrt(dx * dx + dy * dy + dz * dz);
  const float overlap = 1.0F - p.b * distance;
  return p.a * (overlap > 0.0F ? overlap : 0.0F) + p.c * ramp(p.d, p.e, distance) +
         p.f * ramp(p.g, p.h, distance);
}

template <int width>
void energies(int poses, int kinds, const Atom* ligand, int ligand_atoms, const Atom* protein,
              int protein_atoms, const Pair* pairs, const float* pose, float* energy, int team) {
  const int items = (poses + width - 1) / width;
  const int table = kinds * kinds;
  const int teams = (items + team - 1) / team;
  #pragma omp target teams num_teams(teams) thread_limit(team)                         \
      map(to : ligand[0 : ligand_atoms], protein[0 : protein_atoms], pairs[0 : table]) \
      map(to : pose[0 : 6 * poses]) map(from : energy[0 : poses])
  {
    Atom atoms[256];
    Pair met[256];
    #pragma omp parallel
    {
      const int thread = omp_get_thread_num();
      const int threads = omp_get_num_threads();
      const int stride = omp_get_num_teams() * threads;
      for (int first = omp_get_team_num() * threads; first < items; first += stride) {
        const int item = first + thread;
        float row[12][width];
        float sum[width];
        float x[width];
        float y[width];
        float z[width];
        for (int lane = 0; lane < width; ++lane) {
          const int p = std::min(item + lane * items, poses - 1);
          for (int k = 0; k < 12; ++k) row[k][lane] = pose[k % 6 * poses + p];
          sum[lane] = 0;
        }
        for (int i = 0; i < ligand_atoms; ++i) {
          const Atom own = ligand[i];
          const Pair* force = pairs + own.type * kinds;
          for (int lane = 0; lane < width; ++lane) {
            x[lane] =
                row[3][lane] + row[0][lane] * own.x + row[1][lane] * own.y + row[2][lane] * own.z;
            y[lane] =
                row[7][lane] + row[4][lane] * own.x + row[5][lane] * own.y + row[6][lane] * own.z;
            z[lane] =
                row[11][lane] + row[8][lane] * own.x + row[9][lane] * own.y + row[10][lane] * own.z;
          }
          for (int begin = 0; begin < protein_atoms; begin += 256) {
            const int left = protein_atoms - begin;
            const int count = left < 256 ? left : 256;
            #pragma omp barrier
            for (int j = thread; j < count; j += threads) {
              const Atom& other = protein[begin + j];
              atoms[j] = other;
              met[j] = force[other.type];
            }
            #pragma omp barrier
            for (int j = 0; j < count; ++j) {
              const Atom atom = atoms[j];
              const Pair pair = met[j];
              for (int lane = 0; lane < width; ++lane)
                sum[lane] +=
                    interaction(pair, x[lane] - atom.x, y[lane] - atom.y, z[lane] - atom.z);
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

int main() {
  league::Claim claim;
  constexpr int poses = 300;
  const Atom ligand[2] = {};
  const Atom protein[3] = {};
  const Pair pair = {1, 0, 1, 1, 1.0F / 1024, 0, 0, 0};
  float pose[6 * poses] = {};
  float energy[2][poses] = {};
  int teams[100] = {};
  int on_host = 1;
  for (int i = 0; i < poses; ++i) pose[3 * poses + i] = static_cast<float>(i);

  #pragma omp target enter data map(to : pose)
  for (float& value : pose) value = 0;  // the device has its own
  energies<2>(poses, 1, ligand, 2, protein, 3, &pair, pose, energy[0], 64);
  energies<128>(poses, 1, ligand, 2, protein, 3, &pair, pose, energy[1], 64);
  #pragma omp target teams distribute parallel for map(tofrom : teams, on_host)
  for (int i = 0; i < 100; ++i) {
    teams[i] = omp_get_num_teams();
    if (i == 0) on_host = omp_is_initial_device();
  }

  #pragma omp target exit data map(delete : pose)

  claim.ran(on_host);
  claim.needs_separate_memory();
  for (int i = 0; i < 100; ++i) claim.holds("a team", teams[i] > 0);
  for (int i = 0; i < poses; ++i) {
    claim.equal("energy, two at a time", energy[0][i], 6 - 3.0F * i / 1024);
    claim.equal("energy, 128 at a time", energy[1][i], 6 - 3.0F * i / 1024);
  }
  return claim.verdict();
}
