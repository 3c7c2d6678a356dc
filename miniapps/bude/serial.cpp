// What is computed: for one pose after the other, the sum over all pairs of atoms.

#include "bude.hpp"

template <typename Real>
void Bude::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const bude::Atom* ligand = data.ligand.data();
  const bude::Atom* protein = data.protein.data();
  const bude::Pair* pairs = data.pairs.data();
  const Real* pose = data.pose.data();
  Real* energy = data.energy.data();

  watch.start();
  for (int iteration = 0; iteration < cls.iterations; ++iteration)
    for (int p = 0; p < cls.poses; ++p) {
      bude::Frame<1> frame;
      bude::place(pose, cls.poses, p, 0, frame);
      Real sum = 0;
      for (int i = 0; i < cls.ligand; ++i) {
        const bude::Pair* row = pairs + ligand[i].type * data.kinds;
        const Real x = bude::moved(frame, 0, 0, ligand[i]);
        const Real y = bude::moved(frame, 1, 0, ligand[i]);
        const Real z = bude::moved(frame, 2, 0, ligand[i]);
        for (int j = 0; j < cls.protein; ++j) {
          const bude::Atom& atom = protein[j];
          sum += bude::interaction(row[atom.type], x - atom.x, y - atom.y, z - atom.z);
        }
      }
      energy[p] = sum / 2;
    }
  watch.lap("energies");
  watch.stop();
}

template void Bude::run(const Class&, Data<float>&, league::Stopwatch&);
