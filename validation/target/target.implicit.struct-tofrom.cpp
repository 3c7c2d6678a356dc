// target.implicit.struct-tofrom
// OpenMP 4.5, section 5.8.1: a structure that a target region uses without listing it is mapped
// with type tofrom.
// Observed: members made from the old ones come back, those the region leaves alone too.
// Mutant: omp target map => omp target firstprivate(particle) map
// Mutant: omp target map => omp target map(to : particle) map
// Mutant: omp target map => omp target map(from : particle) map

#include "league/claim.hpp"

struct Particle {
  int id;
  double position[3];
  double mass;
};

int main() {
  league::Claim claim;
  Particle particle = {12, {1.0, 2.0, 3.0}, 0.5};
  int on_host = 1;

  #pragma omp target map(from : on_host)
  {
    for (int i = 0; i < 3; ++i) particle.position[i] += 0.25;
    particle.mass *= 3.0;
    on_host = omp_is_initial_device();
  }

  claim.ran(on_host);
  claim.equal("member left alone", particle.id, 12);
  for (int i = 0; i < 3; ++i) claim.equal("member array", particle.position[i], i + 1.25);
  claim.equal("member", particle.mass, 1.5);
  return claim.verdict();
}
