// update.same-item-to-and-from-rejected
// OpenMP 4.5, section 13.9: a list item can appear in a to or a from clause of target update, not
// in both.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: update to(x) from(x) => update to(x)

int main() {
  int x = 0;
  #pragma omp target update to(x) from(x)
  return x;
}
