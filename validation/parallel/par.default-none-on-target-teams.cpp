// par.default-none-on-target-teams
// OpenMP 4.0, section 5.4.1: with default(none) every variable needs an explicit attribute.
// Observed: the compiler rejects a variable without one.
// Where: build
// Expect: rejected
// Mutant: default(none) => default(none) shared(x)

int main() {
  int x = 0;
  #pragma omp target teams num_teams(1) default(none)
  #pragma omp parallel num_threads(1)
  ++x;
  return x;
}
