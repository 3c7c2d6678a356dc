// Pairs of OpenMP programs, one with a fault of order and one without: twins NAME clean|racy.
#include <stdio.h>
#include <string.h>
#define N 256

// Between teams.
static int team_reduction(int racy) {
  int sum = 0;
  if (racy) {
    #pragma omp target teams distribute num_teams(4) map(tofrom : sum)
    for (int i = 0; i < N; ++i) sum += i;
  } else {
    #pragma omp target teams distribute num_teams(4) reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < N; ++i) sum += i;
  }
  return sum == N * (N - 1) / 2;
}
static int team_atomic(int racy) {
  int sum = 0;
  if (racy) {
    #pragma omp target teams distribute num_teams(4) map(tofrom : sum)
    for (int i = 0; i < N; ++i) sum ^= i;
  } else {
    #pragma omp target teams distribute num_teams(4) map(tofrom : sum)
    for (int i = 0; i < N; ++i)
      #pragma omp atomic
      sum ^= i;
  }
  return sum == 0;
}
// Between the threads of a team.
static int thread_reduction(int racy) {
  int sum = 0;
  if (racy) {
    #pragma omp target parallel for num_threads(8) map(tofrom : sum)
    for (int i = 0; i < N; ++i) sum += i;
  } else {
    #pragma omp target parallel for num_threads(8) reduction(+ : sum) map(tofrom : sum)
    for (int i = 0; i < N; ++i) sum += i;
  }
  return sum == N * (N - 1) / 2;
}
static int thread_atomic(int racy) {
  int sum = 0;
  #pragma omp target parallel num_threads(8) map(tofrom : sum) firstprivate(racy)
  {
    if (racy) {
      sum += 1;
    } else {
      #pragma omp atomic
      sum += 1;
    }
  }
  return sum == 8;
}
static int thread_critical(int racy) {
  int sum = 0;
  #pragma omp target parallel num_threads(8) map(tofrom : sum) firstprivate(racy)
  {
    if (racy) {
      sum += 1;
    } else {
      #pragma omp critical
      sum += 1;
    }
  }
  return sum == 8;
}
static int thread_barrier(int racy) {
  int a[N] = {0}, b[N] = {0}, bad = 0;
  #pragma omp target parallel num_threads(8) map(tofrom : a, b) firstprivate(racy)
  {
    if (racy) {
      #pragma omp for nowait
      for (int i = 0; i < N; ++i) a[i] = i;
    } else {
      #pragma omp for
      for (int i = 0; i < N; ++i) a[i] = i;
    }
    #pragma omp for
    for (int i = 0; i < N; ++i) b[i] = a[N - 1 - i];
  }
  for (int i = 0; i < N; ++i) bad += b[i] != N - 1 - i;
  return bad == 0;
}
// Between the lanes of a thread.
static int lane_reduction(int racy) {
  int sum = 0;
  if (racy) {
    #pragma omp target parallel num_threads(1) map(tofrom : sum)
    #pragma omp simd
    for (int i = 0; i < N; ++i) sum += i;
  } else {
    #pragma omp target parallel num_threads(1) map(tofrom : sum)
    #pragma omp simd reduction(+ : sum)
    for (int i = 0; i < N; ++i) sum += i;
  }
  return sum == N * (N - 1) / 2;
}
int main(int count, char** words) {
  static const struct {
    const char* name;
    int (*run)(int);
  } twins[] = {{"team_reduction", team_reduction},     {"team_atomic", team_atomic},
               {"thread_reduction", thread_reduction}, {"thread_atomic", thread_atomic},
               {"thread_critical", thread_critical},   {"thread_barrier", thread_barrier},
               {"lane_reduction", lane_reduction}};
  if (count != 3) return 2;
  const int racy = strcmp(words[2], "racy") == 0;
  for (unsigned i = 0; i < sizeof twins / sizeof *twins; ++i) {
    if (strcmp(twins[i].name, words[1]) != 0) continue;
    const int right = twins[i].run(racy);
    if (!racy && !right) printf("%s: a wrong answer\n", words[1]);
    return !racy && !right;
  }
  return 2;
}
