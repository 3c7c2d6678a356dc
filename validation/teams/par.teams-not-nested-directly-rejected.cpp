// par.teams-not-nested-directly-rejected
// OpenMP 4.0, section 17.1: a teams construct cannot be nested in a parallel construct.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: #pragma omp parallel =>

int main() {
  int x = 0;
  #pragma omp target map(tofrom : x)
  #pragma omp parallel
  #pragma omp teams num_teams(1)
  x = 1;
  return x - 1;
}
