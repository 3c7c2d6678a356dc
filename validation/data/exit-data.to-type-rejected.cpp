// exit-data.to-type-rejected
// OpenMP 4.5, section 13.7: the map type of target exit data must be one that exits data; to is
// not.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: exit data map(to : x) => exit data map(from : x)

int main() {
  int x = 0;
  #pragma omp target enter data map(to : x)
  #pragma omp target exit data map(to : x)
  return x;
}
