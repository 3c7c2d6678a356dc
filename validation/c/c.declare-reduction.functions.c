// c.declare-reduction.functions
// OpenMP 4.0, section 5.5.11, 5.5.12: combiner and initializer of a declared reduction can be calls
// of functions of C that take addresses: of omp_out and omp_in, of omp_priv and omp_orig.
// Observed: every counter of a structure with an array; the copies begin with what the initializer
// made of the original.
// Mutant: begin(&omp_priv, &omp_orig) => begin_wrong(&omp_priv, &omp_orig)
// Mutant: join(&omp_out, &omp_in) => begin(&omp_out, &omp_in)

#include "league/claim.h"

enum { kBins = 4, kCount = 200 };
struct histogram {
  int scale;
  int bin[kBins];
};

#pragma omp declare target
void begin(struct histogram* priv, const struct histogram* orig) {
  priv->scale = orig->scale;
  for (int i = 0; i < kBins; ++i) priv->bin[i] = 0;
}
void begin_wrong(struct histogram* priv, const struct histogram* orig) {
  begin(priv, orig);
  priv->scale += 1;
}
void join(struct histogram* out, const struct histogram* in) {
  for (int i = 0; i < kBins; ++i) out->bin[i] += in->bin[i];
}
#pragma omp end declare target
#pragma omp declare reduction(merge : struct histogram : join(&omp_out, &omp_in)) \
    initializer(begin(&omp_priv, &omp_orig))

int main(void) {
  struct histogram all = {.scale = 3, .bin = {1000, 2000, 3000, 4000}};
  struct histogram own = {.scale = 3, .bin = {7, 7, 7, 7}};
  int begun = 7;
  int on_host = 1;

  #pragma omp target parallel for reduction(merge : all, own) map(tofrom : all, on_host, begun)
  for (int i = 0; i < kCount; ++i) {
    all.bin[i % kBins] += all.scale;
    if (i == 0) {
      on_host = omp_is_initial_device();
      begun = own.bin[0];
    }
  }

  league_ran(on_host);
  league_equal("a copy begins with", begun, 0);
  league_equal("scale", all.scale, 3);
  for (int i = 0; i < kBins; ++i)
    league_equal("bin", all.bin[i], 1000 * (i + 1) + 3 * kCount / kBins);
  return league_verdict();
}
