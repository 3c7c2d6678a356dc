// Loops on the device whose body the caller brings, called once for every index.
//
// The regions have no clause for `body`: it is mapped as any object that a region uses, and
// pointers that a lambda captured by value are translated as if the region had named them itself
// (OpenMP 5.0, 2.19.7.1).
#pragma once

/// body(i) for every i in [begin, end).
template <typename Body>
void forall(int begin, int end, Body body) {
  #pragma omp target teams distribute parallel for
  for (int i = begin; i < end; ++i) body(i);
}

/// The sum of body(i) over every i in [begin, end).
template <typename Sum, typename Body>
Sum forall_sum(int begin, int end, Body body) {
  Sum sum = 0;
  #pragma omp target teams distribute parallel for map(tofrom : sum) reduction(+ : sum)
  for (int i = begin; i < end; ++i) sum += body(i);
  return sum;
}
