// target.defaultmap.none.rejects-unlisted
// OpenMP 5.0, section 5.8.7: with defaultmap(none) a variable that the region uses has to be
// listed, unless its attributes are determined otherwise.
// Observed: the compiler rejects the region for a scalar that is not listed.
// Where: build
// Expect: rejected
// Mutant: defaultmap(none) =>
// Mutant: map(tofrom : sum) => map(tofrom : sum) firstprivate(forgotten)

int main() {
  int sum = 1;
  int forgotten = 2;

  #pragma omp target defaultmap(none) map(tofrom : sum)
  sum += forgotten;

  return sum == 3 ? 0 : 1;
}
