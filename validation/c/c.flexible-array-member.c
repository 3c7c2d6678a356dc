// c.flexible-array-member
// OpenMP 4.5, section 5.8.3: a structure with a flexible array member is mapped together with the
// elements behind it, as a section of the bytes it was given.
// Observed: the region reads the length from the structure and sees the elements from before the
// host poisoned them; results come back; a guard behind them does not.
// Mutant: data map(tofrom : bytes[0 : size]) => data map(to : bytes[0 : size])
// Mutant: data map(tofrom : bytes[0 : size]) => data map(tofrom : bytes[0 : size - 8])

#include <stddef.h>
#include <stdlib.h>

#include "league/claim.h"

struct message {
  int length;
  short kind;
  double value[];
};

int main(void) {
  league_needs_separate_memory();
  volatile int nine = 9;
  const int n = nine;
  const unsigned long size = offsetof(struct message, value) + n * sizeof(double);
  struct message* message = malloc(size + sizeof(double));
  message->length = n;
  message->kind = 3;
  for (int i = 0; i <= n; ++i) message->value[i] = i;
  char* bytes = (char*)message;
  int on_host = 1;

  #pragma omp target data map(tofrom : bytes[0 : size])
  {
    message->length = 1;
    for (int i = 0; i <= n; ++i) message->value[i] = -1;
    #pragma omp target map(from : on_host)
    {
      struct message* here = (struct message*)bytes;
      for (int i = 0; i < here->length; ++i) here->value[i] += 100 * here->kind;
      here->kind = 4;
      on_host = omp_is_initial_device();
    }
  }

  league_ran(on_host);
  league_equal("length", message->length, n);
  league_equal("kind", message->kind, 4);
  for (int i = 0; i < n; ++i) league_equal("element", message->value[i], i + 300.0);
  league_equal("guard", message->value[n], -1.0);
  free(message);
  return league_verdict();
}
