// mapper.default-implicit-target
// OpenMP 5.0, section 5.8.8: in C the type of a mapper is named with its tag, struct vector; the
// mapper is used for a variable of that type, or of a typedef of it, without any map clause.
// Observed: the region reads the arrays behind the pointer members; it sees the sums; what it
// stores in the arrays does not come back, as the mapper says to; what it stores in another member
// does.
// Mutant: to : v.data[0 : v.size] => tofrom : v.data[0 : v.size]
// Mutant: map(tofrom : v.sum) => map(to : v.sum)

#include "league/claim.h"

struct vector {
  int size;
  int sum;
  int* data;
};
typedef struct vector vector;
#pragma omp declare mapper(struct vector v) map(to : v.size, v.data) map(to : v.data[0 : v.size]) \
    map(tofrom : v.sum)

int main(void) {
  league_needs_separate_memory();
  int data[5] = {1, 2, 3, 4, 5};
  int more[2] = {10, 20};
  struct vector tagged = {5, 100, data};
  vector named = {2, 200, more};
  int on_host = 1;

  #pragma omp target map(from : on_host)
  {
    for (int i = 0; i < tagged.size; ++i) {
      tagged.sum += tagged.data[i];
      tagged.data[i] = -1;
    }
    for (int i = 0; i < named.size; ++i) {
      named.sum += named.data[i];
      named.data[i] = -1;
    }
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("sum", tagged.sum, 115);
  league_equal("sum by the name of the typedef", named.sum, 230);
  for (int i = 0; i < 5; ++i) league_equal("data on the host", data[i], i + 1);
  for (int i = 0; i < 2; ++i) league_equal("other data on the host", more[i], 10 * (i + 1));
  league_same_address("the pointer on the host", tagged.data, data);
  return league_verdict();
}
