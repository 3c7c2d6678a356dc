int region_of_the_other_file() {
  int value = 0;
  #pragma omp target map(from : value)
  value = 2;
  return value;
}
