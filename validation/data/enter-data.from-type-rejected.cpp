// enter-data.from-type-rejected
// OpenMP 4.5, section 13.6: the map type of target enter data must be one that enters data; from
// is not.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: enter data map(from : x) => enter data map(to : x)

int main() {
  int x = 0;
  #pragma omp target enter data map(from : x)
  #pragma omp target exit data map(from : x)
  return x;
}
