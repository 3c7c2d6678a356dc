// data.exit-by-return-forbidden
// OpenMP 4.5, section 4.3: the body of a target data construct is a structured block; leaving it
// by return is not allowed.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: return 1; => x = 1;

int main() {
  int x = 0;
  #pragma omp target data map(tofrom : x)
  {
    return 1;
  }
  return x;
}
