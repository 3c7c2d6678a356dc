// map.duplicate-map-and-private-rejected
// OpenMP 4.5, section 5.4, 5.8.3: a variable cannot appear in a map clause and in a data-sharing
// clause of the same target construct.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: map(tofrom : x) private(x) => map(tofrom : x)

int main() {
  int x = 0;
  #pragma omp target map(tofrom : x) private(x)
  x = 1;
  return x;
}
