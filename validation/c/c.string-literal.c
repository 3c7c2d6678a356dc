// c.string-literal
// OpenMP 4.5, section 13.8: string literals, which are arrays of char without const in C, and
// __func__ can be used in a region and in the functions it calls.
// Observed: lengths and characters, as the region found them.
// Mutant: "twelve chars" => "eleven char"
// Mutant: map(to : given) => map(alloc : given)

#include "league/claim.h"

#pragma omp declare target
static int length(const char* text) {
  int n = 0;
  while (text[n] != '\0') ++n;
  return n;
}
static int own_name(char* letter) {
  *letter = __func__[4];
  return length(__func__);
}
#pragma omp end declare target

int main(void) {
  char given[] = "given";
  int seen[4] = {0};
  char letters[4] = {0};
  int on_host = 1;

  #pragma omp target map(to : given) map(from : seen, letters, on_host)
  {
    char* text = "twelve chars";
    char filled[8] = "abc";
    seen[0] = length(text);
    seen[1] = length(given);
    seen[2] = own_name(&letters[0]);
    seen[3] = length(filled) + filled[7];
    letters[1] = text[7];
    letters[2] = given[4];
    letters[3] = "xyz"[seen[3] - 2];
    on_host = omp_is_initial_device();
  }

  league_ran(on_host);
  league_equal("length of a literal", seen[0], 12);
  league_equal("length of a mapped array", seen[1], 5);
  league_equal("length of the function's name", seen[2], 8);
  league_equal("length of an array filled from a literal", seen[3], 3);
  league_equal("letter of the function's name", letters[0], 'n');
  league_equal("letter of a literal", letters[1], 'c');
  league_equal("letter of a mapped array", letters[2], 'n');
  league_equal("letter of an unnamed literal", letters[3], 'y');
  return league_verdict();
}
