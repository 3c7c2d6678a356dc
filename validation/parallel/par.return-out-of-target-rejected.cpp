// par.return-out-of-target-rejected
// OpenMP 4.0, section 4.3: a structured block has one exit; a return statement cannot leave a
// target region.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: return 1; => x = 2;

int main() {
  int x = 0;
  #pragma omp target map(tofrom : x)
  {
    if (x > 0) return 1;
    x = 1;
  }
  return x - 1;
}
