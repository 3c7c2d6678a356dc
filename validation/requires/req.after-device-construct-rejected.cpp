// req.after-device-construct-rejected
// OpenMP 5.0, section 8.2: a requires directive with unified_address has to stand before all device
// constructs of the file.
// Observed: the compiler rejects one that stands behind a target region.
// Where: build
// Expect: rejected
// Mutant: #pragma omp requires unified_address =>

int before() {
  int value = 0;
  #pragma omp target map(from : value)
  value = 1;
  return value;
}

#pragma omp requires unified_address

int main() { return before() == 1 ? 0 : 1; }
