// par.scan-tdpf
// OpenMP 5.0, section 5.5.8: a reduction with the inscan modifier cannot stand on a construct
// that holds distribute: no scan goes over teams.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: target teams distribute parallel for => parallel for

int main() {
  int prefix[100] = {};
  int sum = 0;
  #pragma omp target teams distribute parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 100; ++i) {
    sum += i;
    #pragma omp scan inclusive(sum)
    prefix[i] = sum;
  }
  return sum - prefix[99];
}
