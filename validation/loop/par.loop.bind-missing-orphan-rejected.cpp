// par.loop.bind-missing-orphan-rejected
// OpenMP 5.0, section 11.7.1: an orphaned loop construct has to have a bind clause.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: #pragma omp loop => #pragma omp loop bind(thread)

void fill(int* x, int n) {
  #pragma omp loop
  for (int i = 0; i < n; ++i) x[i] = i;
}

int main() {
  int x[8];
  fill(x, 8);
  return x[0];
}
