// par.target-teams-stray-statement-rejected
// OpenMP 4.0, section 10.2: where a target construct holds a teams construct, it holds no
// statement outside of that.
// Observed: the compiler rejects it.
// Where: build
// Expect: rejected
// Mutant: stray = 1; =>

int main() {
  int stray = 0;
  int x = 0;
  #pragma omp target map(tofrom : x, stray)
  {
    stray = 1;
    #pragma omp teams num_teams(1)
    x = 1;
  }
  return x + stray;
}
