// update.no-motion-clause-rejected
// OpenMP 4.5, section 13.9: target update needs at least one to or from clause.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: update device(0) => update to(x) device(0)

int main() {
  int x = 0;
  #pragma omp target update device(0)
  return x;
}
