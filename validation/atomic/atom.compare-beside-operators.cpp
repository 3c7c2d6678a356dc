// atom.compare-beside-operators
// OpenMP 5.1, section 15.8.4: atomic compare is about the operators of the built-in types, whatever
// other operators a program declares.
// Observed: values that are replaced and those that are not, in a template and beside it.
// Mutant: x = 50 => x = 51
// Mutant: if (one < best) => if (best < one)

#include "league/claim.hpp"

template <typename T>
struct Box {
  T value;
};
template <typename T>
bool operator==(const Box<T>& a, const Box<T>& b) {
  return a.value == b.value;
}
template <typename T>
bool operator<(const Box<T>& a, const Box<T>& b) {
  return a.value < b.value;
}

template <typename T>
static T smallest(const T* values, int n, int& on_host) {
  T best = values[0];
  #pragma omp target parallel for map(to : values[0 : n]) map(tofrom : best, on_host)
  for (int i = 0; i < n; ++i) {
    const T one = values[i];
    #pragma omp atomic compare
    if (one < best) {
      best = one;
    }
    if (i == 0) on_host = omp_is_initial_device();
  }
  return best;
}

int main() {
  league::Claim claim;
  int x = 5;
  int y = 6;
  int on_host = 1;
  #pragma omp target map(tofrom : x, y, on_host)
  {
    #pragma omp atomic compare
    if (x == 5) {
      x = 50;
    }
    #pragma omp atomic compare
    if (y == 5) {
      y = 60;
    }
    on_host = omp_is_initial_device();
  }
  claim.ran(on_host);
  claim.equal("replaced", x, 50);
  claim.equal("kept", y, 6);
  const int values[5] = {7, 3, 9, 2, 8};
  claim.equal("in a template", smallest(values, 5, on_host), 2);
  claim.ran(on_host);
  claim.holds("the other operators", Box<int>{1} < Box<int>{2} && Box<int>{3} == Box<int>{3});
  return claim.verdict();
}
