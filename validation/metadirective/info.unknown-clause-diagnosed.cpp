// info.unknown-clause-diagnosed
// OpenMP 4.0, section 3.2: a clause that a directive does not have is an error; it is not dropped
// with the rest of the line.
// Observed: the compiler rejects the program.
// Where: build
// Expect: rejected
// Mutant: lapmap(to : x) =>
// Flags: -Wno-error

int main() {
  int x = 1;
  int y = 0;
  #pragma omp target lapmap(to : x) map(tofrom : y)
  y = x;
  return y;
}
