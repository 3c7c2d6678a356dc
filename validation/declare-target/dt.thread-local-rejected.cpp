// dt.thread-local-rejected
// OpenMP 4.5, section 7.8.1: a threadprivate variable cannot be a declare-target variable.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: #pragma omp threadprivate(counter) =>

static int counter = 0;
#pragma omp threadprivate(counter)
#pragma omp declare target to(counter)

int main() {
  int seen = 0;
  #pragma omp target map(from : seen)
  seen = counter;
  return seen;
}
