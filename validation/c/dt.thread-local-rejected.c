// dt.thread-local-rejected
// OpenMP 5.0, section 7.8.1: a variable with thread storage duration, _Thread_local in C, is
// threadprivate and cannot be a declare-target variable.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: _Thread_local =>

static _Thread_local int counter = 0;
#pragma omp declare target to(counter)

int main(void) {
  int seen = 0;
  #pragma omp target map(from : seen)
  seen = counter;
  return seen;
}
