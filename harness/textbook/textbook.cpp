// The loops of a textbook, timed without any of the suite: what a reader would type first.
// usage: textbook jacobi N SWEEPS REPEAT | textbook matmul N REPEAT |
//        textbook triad-index|triad-simd|triad-pointers N PASSES REPEAT
// Prints the time of every repetition in nanoseconds, one a line, and a checksum on stderr.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double jacobi(int n, int sweeps) {
  std::vector<double> u(std::size_t(n) * n, 0.0);
  std::vector<double> v(std::size_t(n) * n, 0.0);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) u[i * n + j] = (i * 7 + j * 3) % 11;
  const auto began = Clock::now();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    #pragma omp parallel for
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        v[i * n + j] =
            (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]) / 4;
    std::swap(u, v);
  }
  const auto ended = Clock::now();
  std::printf("%lld\n", static_cast<long long>((ended - began).count()));
  return u[std::size_t(n) * n / 2 + n / 2];
}

double matmul(int n) {
  const auto cells = std::size_t(n) * n;
  std::vector<double> a(cells);
  std::vector<double> b(cells);
  std::vector<double> c(cells, 0.0);
  for (std::size_t i = 0; i < cells; ++i) {
    a[i] = double(i % 5) - 2;
    b[i] = double(i % 7) - 3;
  }
  const auto began = Clock::now();
  #pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
  const auto ended = Clock::now();
  std::printf("%lld\n", static_cast<long long>((ended - began).count()));
  return c[cells / 2];
}

// Three ways to write a = b + s c: subscripts, subscripts with simd, pointers that share nothing.
void triad_index(int n, std::vector<double>& a, std::vector<double>& b, std::vector<double>& c) {
  #pragma omp parallel for
  for (int i = 0; i < n; ++i) a[i] = b[i] + 2.0 * c[i];
}

void triad_simd(int n, std::vector<double>& a, std::vector<double>& b, std::vector<double>& c) {
  #pragma omp parallel for simd
  for (int i = 0; i < n; ++i) a[i] = b[i] + 2.0 * c[i];
}

void triad_pointers(int n, std::vector<double>& a, std::vector<double>& b, std::vector<double>& c) {
  double* __restrict to = a.data();
  const double* __restrict from = b.data();
  const double* __restrict scaled = c.data();
  #pragma omp parallel for
  for (int i = 0; i < n; ++i) to[i] = from[i] + 2.0 * scaled[i];
}

using Triad = void (*)(int, std::vector<double>&, std::vector<double>&, std::vector<double>&);

Triad triad_called(const char* name) {
  if (std::strcmp(name, "triad-index") == 0) return triad_index;
  if (std::strcmp(name, "triad-simd") == 0) return triad_simd;
  return std::strcmp(name, "triad-pointers") == 0 ? triad_pointers : nullptr;
}

double triad(Triad loop, int n, int passes) {
  std::vector<double> a(n, 0.0);
  std::vector<double> b(n, 1.0);
  std::vector<double> c(n, 3.0);
  const auto began = Clock::now();
  for (int pass = 0; pass < passes; ++pass) loop(n, a, b, c);
  const auto ended = Clock::now();
  std::printf("%lld\n", static_cast<long long>((ended - began).count()));
  return a[n / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_jacobi = argc == 5 && std::strcmp(argv[1], "jacobi") == 0;
  const bool is_matmul = argc == 4 && std::strcmp(argv[1], "matmul") == 0;
  const Triad loop = argc == 5 ? triad_called(argv[1]) : nullptr;
  if (!is_jacobi && !is_matmul && loop == nullptr) {
    std::fputs(
        "usage: textbook jacobi N SWEEPS REPEAT | textbook matmul N REPEAT |\n"
        "       textbook triad-index|triad-simd|triad-pointers N PASSES REPEAT\n",
        stderr);
    return 2;
  }
  const int n = std::atoi(argv[2]);
  const int repeat = std::atoi(argv[argc - 1]);
  double sum = 0;
  for (int i = 0; i < repeat; ++i) {
    if (is_jacobi) sum += jacobi(n, std::atoi(argv[3]));
    if (is_matmul) sum += matmul(n);
    if (loop != nullptr) sum += triad(loop, n, std::atoi(argv[3]));
  }
  std::fprintf(stderr, "%g\n", sum);
  return 0;
}
