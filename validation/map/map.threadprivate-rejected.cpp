// map.threadprivate-rejected
// OpenMP 4.5, section 5.8.3: a threadprivate variable cannot appear in a map clause.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: #pragma omp threadprivate(counter) =>

int counter = 0;
#pragma omp threadprivate(counter)

int main() {
  #pragma omp target map(tofrom : counter)
  ++counter;
  return 0;
}
