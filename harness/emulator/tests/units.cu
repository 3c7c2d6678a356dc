// What the newer units of a GPU do, against arithmetic of the host: products of matrices in each
// shape that the compiler knows, loads of matrices, barriers in shared memory, numbers of 8 bits,
// textures.  On a GPU it must pass, too.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <mma.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda/barrier>
#include <vector>

#include "arrays.cuh"

namespace wmma = nvcuda::wmma;

// Small whole numbers: sums of products are exact in every format.
static int value_a(int row, int column) { return (row * 7 + column * 3) % 5 - 2; }
static int value_b(int row, int column) { return (row * 5 + column * 11) % 7 - 3; }
static int value_c(int row, int column) { return (row * 3 + column * 2) % 9 - 4; }
static double product(int row, int column, int depth) {
  double sum = value_c(row, column);
  for (int k = 0; k < depth; ++k) sum += value_a(row, k) * value_b(k, column);
  return sum;
}
template <typename T, typename F>
static std::vector<T> filled(int rows, int columns, bool by_columns, F value) {
  std::vector<T> all(rows * columns);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      all[by_columns ? column * rows + row : row * columns + column] =
          T(static_cast<float>(value(row, column)));
  return all;
}

// --- wmma
template <typename In, typename T, typename C, int M, int N, int K, typename LayoutA,
          typename LayoutB>
__global__ void multiply(const T* a, const T* b, const C* c, C* by_rows, C* by_columns) {
  constexpr bool a_rows = std::is_same_v<LayoutA, wmma::row_major>;
  constexpr bool b_rows = std::is_same_v<LayoutB, wmma::row_major>;
  wmma::fragment<wmma::matrix_a, M, N, K, In, LayoutA> of_a;
  wmma::fragment<wmma::matrix_b, M, N, K, In, LayoutB> of_b;
  wmma::fragment<wmma::accumulator, M, N, K, C> sum;
  wmma::load_matrix_sync(of_a, a, a_rows ? K : M);
  wmma::load_matrix_sync(of_b, b, b_rows ? N : K);
  wmma::load_matrix_sync(sum, c, N, wmma::mem_row_major);
  wmma::mma_sync(sum, of_a, of_b, sum);
  wmma::store_matrix_sync(by_rows, sum, N, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] * C(2);
  wmma::store_matrix_sync(by_columns, sum, M, wmma::mem_col_major);
}

template <typename In, typename T, typename C, int M, int N, int K, typename LayoutA,
          typename LayoutB>
static void try_wmma(const char* what) {
  T* a = up(filled<T>(M, K, std::is_same_v<LayoutA, wmma::col_major>, value_a));
  T* b = up(filled<T>(K, N, std::is_same_v<LayoutB, wmma::col_major>, value_b));
  C* c = up(filled<C>(M, N, false, value_c));
  C* rows = up(std::vector<C>(M * N));
  C* columns = up(std::vector<C>(M * N));
  multiply<In, T, C, M, N, K, LayoutA, LayoutB><<<1, 32>>>(a, b, c, rows, columns);
  const auto got = down(rows, M * N), twice = down(columns, M * N);
  bool good = true;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j)
      good &= static_cast<double>(got[i * N + j]) == product(i, j, K) &&
              static_cast<double>(twice[j * M + i]) == 2 * product(i, j, K);
  check(good, what);
}

// --- mma, with the lanes that PTX says hold each number; registers of A, B, C and D
template <int Bits>
__device__ void put(std::uint32_t& to, int i, float value, int kind) {
  std::uint32_t bits;
  if (kind == 'h')
    bits = __half_as_ushort(__float2half(value));
  else if (kind == 'e')
    bits = __float_as_uint(value) >> 16;
  else if (kind == 't')
    bits = __float_as_uint(value);
  else
    bits = static_cast<std::uint32_t>(static_cast<int>(value)) & ((1ull << Bits) - 1);
  to |= bits << (i * Bits);
}

#define MMA_4_2(NAME, WORDS, C)                                                                    \
  __device__ void NAME(C d[4], const std::uint32_t a[4], const std::uint32_t b[2], const C c[4]) { \
    asm volatile("mma.sync.aligned." WORDS                                                         \
                 " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"                      \
                 : OUT_##C(d[0]), OUT_##C(d[1]), OUT_##C(d[2]), OUT_##C(d[3])                      \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), IN_##C(c[0]), \
                   IN_##C(c[1]), IN_##C(c[2]), IN_##C(c[3]));                                      \
  }
#define MMA_2_1(NAME, WORDS, C)                                                                    \
  __device__ void NAME(C d[4], const std::uint32_t a[4], const std::uint32_t b[2], const C c[4]) { \
    asm volatile("mma.sync.aligned." WORDS " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"        \
                 : OUT_##C(d[0]), OUT_##C(d[1]), OUT_##C(d[2]), OUT_##C(d[3])                      \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), IN_##C(c[0]), IN_##C(c[1]), IN_##C(c[2]),      \
                   IN_##C(c[3]));                                                                  \
  }
#define OUT_float(x) "=f"(x)
#define IN_float(x) "f"(x)
#define OUT_int(x) "=r"(x)
#define IN_int(x) "r"(x)
MMA_4_2(f16_k16, "m16n8k16.row.col.f32.f16.f16.f32", float)
MMA_2_1(f16_k8, "m16n8k8.row.col.f32.f16.f16.f32", float)
MMA_4_2(bf16_k16, "m16n8k16.row.col.f32.bf16.bf16.f32", float)
MMA_2_1(bf16_k8, "m16n8k8.row.col.f32.bf16.bf16.f32", float)
MMA_4_2(tf32_k8, "m16n8k8.row.col.f32.tf32.tf32.f32", float)
MMA_2_1(tf32_k4, "m16n8k4.row.col.f32.tf32.tf32.f32", float)
MMA_4_2(s8_k32, "m16n8k32.row.col.satfinite.s32.s8.s8.s32", int)
MMA_2_1(s8_k16, "m16n8k16.row.col.s32.s8.s8.s32", int)
MMA_4_2(s4_k64, "m16n8k64.row.col.s32.s4.s4.s32", int)

/// Rows 0 to 15 of A by groups of four lanes; `k` is the depth.
template <int Bits, typename C,
          void (*multiply_)(C*, const std::uint32_t*, const std::uint32_t*, const C*)>
__global__ void by_registers(const float* a, const float* b, const float* c, float* d, int k,
                             int kind) {
  const int group = threadIdx.x >> 2, of_group = threadIdx.x % 4;
  constexpr int each = 32 / Bits;
  std::uint32_t of_a[4] = {}, of_b[2] = {};
  const int registers = 16 * k / 32 / each;
  for (int r = 0; r < registers; ++r) {
    // As the tables of PTX: registers 0 and 2 hold row `group`, 1 and 3 the row 8 below; the upper
    // pair the upper half of the depth.
    const int row = r == 0 || r == 2 ? group : group + 8;
    for (int i = 0; i < each; ++i) {
      const int column = of_group * each + i + (r >= 2 ? k / 2 : 0);
      put<Bits>(of_a[r], i, a[row * k + column], kind);
    }
  }
  for (int r = 0; r < registers / 2; ++r)
    for (int i = 0; i < each; ++i)
      put<Bits>(of_b[r], i, b[(of_group * each + i + (r == 1 ? k / 2 : 0)) * 8 + group], kind);
  C of_c[4], of_d[4];
  for (int i = 0; i < 4; ++i)
    of_c[i] = C(c[(i < 2 ? group : group + 8) * 8 + of_group * 2 + (i & 1)]);
  multiply_(of_d, of_a, of_b, of_c);
  for (int i = 0; i < 4; ++i)
    d[(i < 2 ? group : group + 8) * 8 + of_group * 2 + (i & 1)] = float(of_d[i]);
}

template <int Bits, typename C,
          void (*multiply_)(C*, const std::uint32_t*, const std::uint32_t*, const C*)>
static void try_mma(const char* what, int k, char kind) {
  float* a = up(filled<float>(16, k, false, value_a));
  float* b = up(filled<float>(k, 8, false, value_b));
  float* c = up(filled<float>(16, 8, false, value_c));
  float* d = up(std::vector<float>(128));
  by_registers<Bits, C, multiply_><<<1, 32>>>(a, b, c, d, k, kind);
  const auto got = down(d, 128);
  bool good = true;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) good &= got[i * 8 + j] == product(i, j, k);
  check(good, what);
}

// --- f64, m8n8k4 and what later GPUs have
__global__ void doubles(const double* a, const double* b, const double* c, double* d) {
  const int group = threadIdx.x >> 2, of_group = threadIdx.x % 4;
  double x = a[group * 4 + of_group], y = b[of_group * 8 + group];
  double u = c[group * 8 + of_group * 2], v = c[group * 8 + of_group * 2 + 1], p, q;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
               : "=d"(p), "=d"(q)
               : "d"(x), "d"(y), "d"(u), "d"(v));
  d[group * 8 + of_group * 2] = p;
  d[group * 8 + of_group * 2 + 1] = q;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__global__ void deeper_doubles(const double* a, const double* b, const double* c, double* d) {
  const int group = threadIdx.x >> 2, of_group = threadIdx.x % 4;
  double x[4], y[2], u[4], v[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = a[(i % 2 ? group + 8 : group) * 8 + of_group + (i < 2 ? 0 : 4)];
    u[i] = c[(i < 2 ? group : group + 8) * 8 + of_group * 2 + (i & 1)];
  }
  for (int i = 0; i < 2; ++i) y[i] = b[(of_group + i * 4) * 8 + group];
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
      "{%10,%11,%12,%13};"
      : "=d"(v[0]), "=d"(v[1]), "=d"(v[2]), "=d"(v[3])
      : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]), "d"(u[0]), "d"(u[1]),
        "d"(u[2]), "d"(u[3]));
  for (int i = 0; i < 4; ++i) d[(i < 2 ? group : group + 8) * 8 + of_group * 2 + (i & 1)] = v[i];
}
#else
__global__ void deeper_doubles(const double*, const double*, const double*, double*) {}
#endif

static void try_doubles(bool deeper) {
  const int m = deeper ? 16 : 8, k = deeper ? 8 : 4;
  double* a = up(filled<double>(m, k, false, value_a));
  double* b = up(filled<double>(k, 8, false, value_b));
  double* c = up(filled<double>(m, 8, false, value_c));
  double* d = up(std::vector<double>(m * 8));
  if (deeper)
    deeper_doubles<<<1, 32>>>(a, b, c, d);
  else
    doubles<<<1, 32>>>(a, b, c, d);
  const auto got = down(d, m * 8);
  bool good = true;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < 8; ++j) good &= got[i * 8 + j] == product(i, j, k);
  check(good, deeper ? "mma of doubles, m16n8k8" : "mma of doubles, m8n8k4");
}

// --- ldmatrix: rows of A as they are, of B turned, into the same product
__global__ void from_shared(const half* a, const half* b, float* d, unsigned* turned) {
  __shared__ __align__(16) half of_a[16 * 16], of_b[16 * 8];
  for (int i = threadIdx.x; i < 256; i += 32) of_a[i] = a[i];
  for (int i = threadIdx.x; i < 128; i += 32) of_b[i] = b[i];
  __syncwarp();
  std::uint32_t x[4], y[2];
  const int lane = threadIdx.x;
  auto at = static_cast<unsigned>(__cvta_generic_to_shared(of_a + lane % 16 * 16 + lane / 16 * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(at));
  at = static_cast<unsigned>(__cvta_generic_to_shared(of_b + lane % 16 * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"(at));
  float zero[4] = {}, sum[4];
  f16_k16(sum, x, y, zero);
  for (int i = 0; i < 4; ++i)
    d[(i < 2 ? lane / 4 : lane / 4 + 8) * 8 + lane % 4 * 2 + (i & 1)] = sum[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned[lane]) : "r"(y[0]));
}

static void try_shared() {
  half* a = up(filled<half>(16, 16, false, value_a));
  half* b = up(filled<half>(16, 8, false, value_b));
  float* d = up(std::vector<float>(128));
  unsigned* turned = up(std::vector<unsigned>(32));
  from_shared<<<1, 32>>>(a, b, d, turned);
  const auto got = down(d, 128);
  const auto rows = down(turned, 32);
  bool good = true, back = true;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) good &= got[i * 8 + j] == product(i, j, 16) - value_c(i, j);
  check(good, "ldmatrix, and turned");
  // Turned back, lane 4 r + t has the numbers 2 t and 2 t + 1 of row r of B.
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < 2; ++i) {
      const __half_raw raw{static_cast<unsigned short>(rows[lane] >> (16 * i))};
      back &= static_cast<float>(half(raw)) == value_b(lane / 4, lane % 4 * 2 + i);
    }
  check(back, "movmatrix");
}

// --- barriers in shared memory
__global__ void exchange(const int* from, int* to, int rounds) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char room[sizeof(Barrier)];
  auto* const barrier = reinterpret_cast<Barrier*>(room);
  __shared__ int tile[128];
  if (threadIdx.x == 0) init(barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    cuda::memcpy_async(&tile[threadIdx.x], &from[round * 128 + threadIdx.x], sizeof(int), *barrier);
    barrier->arrive_and_wait();
    sum += tile[127 - threadIdx.x];
    barrier->wait(barrier->arrive());
  }
  to[threadIdx.x] = sum;
}

static void try_barriers() {
  const int rounds = 3;
  std::vector<int> from(128 * rounds);
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<int>(i * i % 1009);
  int* to = up(std::vector<int>(128));
  exchange<<<1, 128>>>(up(from), to, rounds);
  const auto got = down(to, 128);
  bool good = true;
  for (int i = 0; i < 128; ++i) {
    int sum = 0;
    for (int round = 0; round < rounds; ++round) sum += from[round * 128 + 127 - i];
    good &= got[i] == sum;
  }
  check(good, "barriers in shared memory");
}

// --- numbers of 8 bits: the vendor's header computes them in integers on the host
__global__ void narrow(const float* from, unsigned char* e4m3, unsigned char* e5m2, float* back,
                       int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  const __nv_fp8x2_e4m3 x(make_float2(from[i], 0));
  const __nv_fp8x2_e5m2 y(make_float2(from[i], 0));
  e4m3[i] = static_cast<unsigned char>(x.__x);
  e5m2[i] = static_cast<unsigned char>(y.__x);
  back[2 * i] = float2(x).x;
  back[2 * i + 1] = float2(y).x;
}

static void try_fp8() {
  std::vector<float> from;
  for (int i = 0; i < 256; ++i) {
    __nv_fp8_e4m3 x;
    x.__x = static_cast<unsigned char>(i);
    __nv_fp8_e5m2 y;
    y.__x = static_cast<unsigned char>(i);
    for (const float value : {float(x), float(y)})
      for (const float by : {1.0f, 1.03125f, 1.0625f, 1.125f, 0.97f}) from.push_back(value * by);
  }
  const int n = static_cast<int>(from.size());
  unsigned char* e4m3 = up(std::vector<unsigned char>(n));
  unsigned char* e5m2 = up(std::vector<unsigned char>(n));
  float* back = up(std::vector<float>(2 * n));
  narrow<<<(n + 127) / 128, 128>>>(up(from), e4m3, e5m2, back, n);
  const auto x = down(e4m3, n), y = down(e5m2, n);
  const auto values = down(back, 2 * n);
  bool good = true;
  for (int i = 0; i < n; ++i) {
    const __nv_fp8_e4m3 p(from[i]);
    const __nv_fp8_e5m2 q(from[i]);
    const auto same = [](float u, float v) { return u == v || (u != u && v != v); };
    const bool nan = from[i] != from[i];
    good &= (nan || (x[i] == p.__x && y[i] == q.__x)) && same(values[2 * i], float(p)) &&
            same(values[2 * i + 1], float(q));
  }
  check(good, "numbers of 8 bits");
}

// --- textures
__global__ void sample(cudaTextureObject_t texture, const float* x, const float* y, float* to,
                       int n) {
  const int i = threadIdx.x;
  if (i < n) to[i] = y ? tex2D<float>(texture, x[i], y[i]) : tex1D<float>(texture, x[i]);
}
__global__ void fetch(cudaTextureObject_t texture, int4* to, int n) {
  const int i = threadIdx.x;
  if (i < n) to[i] = tex1Dfetch<int4>(texture, i);
}

static double outside(const std::vector<float>& image, int width, int height, int x, int y,
                      int mode) {
  const auto bring = [mode](int at, int size) {
    if (mode == cudaAddressModeWrap) return ((at % size) + size) % size;
    if (mode == cudaAddressModeMirror) {
      at = ((at % (2 * size)) + 2 * size) % (2 * size);
      return at < size ? at : 2 * size - 1 - at;
    }
    if (mode == cudaAddressModeBorder) return at < 0 || at >= size ? -1 : at;
    return at < 0 ? 0 : at >= size ? size - 1 : at;
  };
  const int column = bring(x, width), row = bring(y, height);
  return column < 0 || row < 0 ? 0.0 : image[row * width + column];
}

static void try_textures() {
  const int width = 8, height = 4, n = 24;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = static_cast<float>(i * i % 23);
  cudaArray_t array;
  const cudaChannelFormatDesc format =
      cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  check(cudaMallocArray(&array, &format, width, height) == cudaSuccess, "an array");
  check(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height,
                            cudaMemcpyHostToDevice) == cudaSuccess,
        "filled");
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i * 37 % 48) / 4 - 2 + 0.125f;
    y[i] = static_cast<float>(i * 29 % 32) / 4 - 2 + 0.0625f;
  }
  for (const bool relative : {false, true})
    for (const int mode :
         {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder})
      for (const bool linear : {false, true}) {
        if (!relative && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) continue;
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc how = {};
        how.addressMode[0] = how.addressMode[1] = static_cast<cudaTextureAddressMode>(mode);
        how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
        how.normalizedCoords = relative;
        cudaTextureObject_t texture = 0;
        check(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == cudaSuccess,
              "a texture object");
        std::vector<float> at_x = x, at_y = y;
        if (relative)
          for (int i = 0; i < n; ++i) at_x[i] /= width, at_y[i] /= height;
        float* to = up(std::vector<float>(n));
        sample<<<1, 32>>>(texture, up(at_x), up(at_y), to, n);
        const auto got = down(to, n);
        bool good = true;
        for (int i = 0; i < n; ++i) {
          double expected;
          if (linear) {
            const double u = x[i] - 0.5, v = y[i] - 0.5;
            const int column = static_cast<int>(std::floor(u)),
                      row = static_cast<int>(std::floor(v));
            const double p = u - column, q = v - row;
            const auto one = [&](int dx, int dy) {
              return outside(image, width, height, column + dx, row + dy, mode);
            };
            expected = (1 - p) * (1 - q) * one(0, 0) + p * (1 - q) * one(1, 0) +
                       (1 - p) * q * one(0, 1) + p * q * one(1, 1);
          } else {
            expected = outside(image, width, height, static_cast<int>(std::floor(x[i])),
                               static_cast<int>(std::floor(y[i])), mode);
          }
          good &= std::fabs(got[i] - expected) <= (linear ? 0.125 : 0.0);
        }
        if (!good) std::printf("relative %d mode %d linear %d\n", relative, mode, linear);
        check(good, "a texture of two dimensions");
        check(cudaDestroyTextureObject(texture) == cudaSuccess, "destroyed");
      }
  check(cudaFreeArray(array) == cudaSuccess, "an array that ends");

  std::vector<int> words(4 * 8);
  for (int i = 0; i < 32; ++i) words[i] = i * 3 - 40;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = up(words);
  resource.res.linear.desc = cudaCreateChannelDesc<int4>();
  resource.res.linear.sizeInBytes = 128;
  cudaTextureDesc how = {};
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == cudaSuccess,
        "linear memory");
  int4* to = up(std::vector<int4>(9));
  fetch<<<1, 32>>>(texture, to, 9);
  const auto got = down(to, 9);
  bool good = got[8].x == 0 && got[8].w == 0;
  for (int i = 0; i < 8; ++i) good &= std::memcmp(&got[i], &words[4 * i], 16) == 0;
  check(good, "whole numbers of linear memory");
}

int main() {
  using wmma::col_major;
  using wmma::row_major;
  try_wmma<half, half, float, 16, 16, 16, row_major, col_major>("wmma f16");
  try_wmma<half, half, float, 16, 16, 16, col_major, row_major>("wmma f16, the other way round");
  try_wmma<half, half, half, 32, 8, 16, row_major, row_major>("wmma f16 32 8 16");
  try_wmma<half, half, half, 8, 32, 16, col_major, col_major>("wmma f16 8 32 16");
  try_wmma<__nv_bfloat16, __nv_bfloat16, float, 16, 16, 16, row_major, row_major>("wmma bf16");
  try_wmma<wmma::precision::tf32, float, float, 16, 16, 8, row_major, col_major>("wmma tf32");
  try_wmma<signed char, signed char, int, 16, 16, 16, row_major, col_major>("wmma s8");
  try_wmma<double, double, double, 8, 8, 4, row_major, col_major>("wmma f64");
  try_mma<16, float, f16_k16>("mma f16 k16", 16, 'h');
  try_mma<16, float, f16_k8>("mma f16 k8", 8, 'h');
  try_mma<16, float, bf16_k16>("mma bf16 k16", 16, 'e');
  try_mma<16, float, bf16_k8>("mma bf16 k8", 8, 'e');
  try_mma<32, float, tf32_k8>("mma tf32 k8", 8, 't');
  try_mma<32, float, tf32_k4>("mma tf32 k4", 4, 't');
  try_mma<8, int, s8_k32>("mma s8 k32", 32, 's');
  try_mma<8, int, s8_k16>("mma s8 k16", 16, 's');
  try_mma<4, int, s4_k64>("mma s4 k64", 64, 's');
  try_doubles(false);
  cudaFuncAttributes code;
  check(cudaFuncGetAttributes(&code, deeper_doubles) == cudaSuccess, "attributes");
  if (code.ptxVersion >= 90) try_doubles(true);
  try_shared();
  try_barriers();
  try_fp8();
  try_textures();
  if (failures == 0) std::printf("all right\n");
  return failures != 0;
}
