// simd.inside.called-function
// OpenMP 5.0, section 10.4: a function may be called in a simd loop and outside of it: its
// automatic arrays and its atomic updates are those of the iteration, or of the thread, that calls
// it.
// Observed: what each call stored in its own array and read again, and how many calls there were.
// Mutant: omp for simd => omp simd
// Mutant: omp_get_thread_num() => 0

#include "league/claim.hpp"

#pragma omp declare target
__attribute__((noinline)) int turned(int value, int* calls) {
  int own[8];
  for (int k = 0; k < 8; ++k) own[(k + value) % 8] = value * k;
  #pragma omp atomic
  *calls += 1;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += (k + 1) * own[k];
  return sum;
}
#pragma omp end declare target

// The same without an array.
static int expected(int value) {
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += ((k + value) % 8 + 1) * value * k;
  return sum;
}

int main() {
  league::Claim claim;
  constexpr int n = 48;
  constexpr int most = 4;
  int per_iteration[n] = {};
  int per_thread[most] = {};
  int calls[n] = {};
  int calls_of_threads[most] = {};
  int threads = 0;
  int on_host = 1;

  #pragma omp target parallel num_threads(most) \
      map(tofrom : per_iteration, per_thread, calls, calls_of_threads, threads, on_host)
  {
    const int thread = omp_get_thread_num();
    per_thread[thread] += turned(thread + 1, &calls_of_threads[thread]);
    if (thread == 0) {
      threads = omp_get_num_threads();
      on_host = omp_is_initial_device();
    }
    #pragma omp for simd
    for (int i = 0; i < n; ++i) per_iteration[i] += turned(i, &calls[i]);
  }

  claim.ran(on_host);
  claim.holds("there is a thread", threads > 0);
  for (int t = 0; t < threads; ++t) {
    claim.equal("of a thread", per_thread[t], expected(t + 1));
    claim.equal("calls of a thread", calls_of_threads[t], 1);
  }
  for (int i = 0; i < n; ++i) {
    claim.equal("of an iteration", per_iteration[i], expected(i));
    claim.equal("calls of an iteration", calls[i], 1);
  }
  return claim.verdict();
}
