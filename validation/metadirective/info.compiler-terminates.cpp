// info.compiler-terminates
// OpenMP 4.0, section 3.2: directives that break the syntax are diagnosed, and the compiler comes
// to an end.
// Observed: the compiler rejects a file of broken directives within its time.
// Where: build
// Expect: rejected
// Mutant: #define BROKEN(text) _Pragma(text) => #define BROKEN(text)

#define BROKEN(text) _Pragma(text)

BROKEN("omp declare target to(")
BROKEN("omp declare variant(main) match(construct = {target, device = {kind(host)}")
BROKEN("omp declare reduction(+ : int : omp_out += ")
BROKEN("omp declare mapper(int x) map(x")
BROKEN("omp begin declare variant match(")
BROKEN("omp end declare target")
BROKEN("omp requires (((")

int main() {
  int x[4] = {1, 2, 3, 4};
  BROKEN("omp metadirective when(user = {condition(")
  BROKEN("omp metadirective when(device = {kind(host)} : parallel default(")
  BROKEN("omp target map(to : x[0 : ) map(")
  BROKEN("omp target teams distribute parallel for collapse(2 private")
  for (int i = 0; i < 4; ++i) x[i] = i;
  BROKEN("omp task depend(iterator(i = 0 : 4), in : x[i]")
  x[0] = 1;
  BROKEN("omp atomic capture compare fail(")
  x[1] = x[0];
  return x[0];
}
