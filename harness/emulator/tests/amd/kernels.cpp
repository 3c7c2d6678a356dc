// Kernels that Clang compiles for AMD without any library: what the decoder and the executor are
// tried with.
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define KERNEL extern "C" __attribute__((amdgpu_kernel, visibility("protected")))

namespace {

unsigned lane_of_group() { return __builtin_amdgcn_workitem_id_x(); }
unsigned thread() { return __builtin_amdgcn_workgroup_id_x() * 128 + lane_of_group(); }
void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

SHARED double partial[128] __attribute__((loader_uninitialized));

}  // namespace

KERNEL void saxpy(GLOBAL double* y, const GLOBAL double* x, double a, unsigned n) {
  const unsigned i = thread();
  if (i < n) y[i] += a * x[i];
}

KERNEL void dot(const GLOBAL double* x, const GLOBAL double* y, GLOBAL double* sum, unsigned n) {
  const unsigned me = lane_of_group();
  double mine = 0;
  for (unsigned i = me; i < n; i += 128) mine += x[i] * y[i];
  partial[me] = mine;
  for (unsigned half = 64; half > 0; half /= 2) {
    meet();
    if (me < half) partial[me] += partial[me + half];
  }
  if (me == 0) *sum = partial[0];
}

KERNEL void quotients(const GLOBAL double* a, const GLOBAL double* b, GLOBAL double* q,
                      const GLOBAL float* c, const GLOBAL float* d, GLOBAL float* r, unsigned n) {
  const unsigned i = thread();
  if (i >= n) return;
  q[i] = a[i] / b[i];
  r[i] = c[i] / d[i];
}

KERNEL void whole_quotients(const GLOBAL long* a, const GLOBAL long* b, GLOBAL long* q,
                            GLOBAL unsigned* r, unsigned n) {
  const unsigned i = thread();
  if (i >= n) return;
  q[i] = a[i] / b[i];
  r[i] = static_cast<unsigned>(a[i]) % (static_cast<unsigned>(b[i]) | 1u);
}

// Lanes take ways of different length, and each has an array that does not fit into registers.
KERNEL void steps(GLOBAL unsigned* length, GLOBAL int* picked, unsigned n) {
  const unsigned i = thread();
  if (i >= n) return;
  int last[24];
  for (int k = 0; k < 24; ++k) last[k] = k;
  unsigned long x = i + 1;
  unsigned count = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    last[x % 24] = static_cast<int>(++count);
  }
  length[i] = count;
  picked[i] = last[(i * 7) % 24];
}

KERNEL void together(GLOBAL unsigned* total, GLOBAL unsigned long* largest, GLOBAL double* sum,
                     GLOBAL int* flag) {
  const unsigned i = thread();
  __atomic_fetch_add(total, i, __ATOMIC_RELAXED);
  __atomic_fetch_max(largest, static_cast<unsigned long>(i) * 3, __ATOMIC_RELAXED);
  __atomic_fetch_add(sum, 0.5, __ATOMIC_RELAXED);
  // Group 1 waits for group 0.
  if (lane_of_group() != 0) return;
  if (__builtin_amdgcn_workgroup_id_x() == 0) __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) __builtin_amdgcn_s_sleep(2);
}

// One fault each, by number; faults_test.cpp says what must be found.
KERNEL void faulty(unsigned what, GLOBAL unsigned* good, GLOBAL unsigned* unwritten,
                   GLOBAL unsigned* given_back, unsigned n) {
  const unsigned i = thread();
  SHARED unsigned* words = reinterpret_cast<SHARED unsigned*>(&partial[0]);
  switch (what) {
    case 0:  // one behind the end
      good[i + 1] = i;
      break;
    case 1:
      good[i] = given_back[i];
      break;
    case 2: {
      const unsigned long place = reinterpret_cast<unsigned long>(good) + 2;
      if (i == 5)
        __atomic_fetch_add(reinterpret_cast<GLOBAL unsigned*>(place), 1u, __ATOMIC_RELAXED);
      break;
    }
    case 3:  // decides a way
      if (unwritten[0] == 7) good[i] = 1;
      break;
    case 4:  // is an address
      if (i == 5) good[unwritten[i] % n] = 1;
      break;
    case 5: {
      unsigned at = 256 + n - n;  // one behind LDS
      if (i == 9) *(volatile SHARED unsigned*)(words + at) = i;
      if (i == 9) good[i] = __atomic_fetch_add(words + at, 1u, __ATOMIC_RELAXED) == 0;
      break;
    }
    case 6:  // LDS that nobody wrote
      if (*(volatile SHARED unsigned*)(words + lane_of_group()) == 7) good[i] = 1;
      break;
    case 7: {  // a register that nobody wrote
      unsigned value;
      __asm__ volatile("v_mov_b32 %0, v250" : "=v"(value));
      if (value == 7) good[i] = 1;
      break;
    }
    case 8:
      while (__atomic_load_n(good, __ATOMIC_RELAXED) != 99) __builtin_amdgcn_s_sleep(1);
      break;
    case 9:
      if (i == 3) __builtin_trap();
      break;
    case 10:
      *reinterpret_cast<GLOBAL unsigned*>(16) = 1;
      break;
    case 11:
      __asm__ volatile("s_sethalt 0");
      break;
    case 12:  // no instruction
      __asm__ volatile(".long 0xc8000000");
      break;
    case 13:  // outside of the code
      __asm__ volatile("s_setpc_b64 s[0:1]");
      break;
    case 14:  // a byte behind the end, by its word
      if (i == 4) __atomic_fetch_add((GLOBAL unsigned char*)good + 1024, 1, __ATOMIC_RELAXED);
      break;
    case 15:  // the last byte, of a word that is not all there
      if (i == 4) __atomic_fetch_add((GLOBAL unsigned char*)good + 2, 1, __ATOMIC_RELAXED);
      break;
    case 16:  // long, and nobody else sees it
      for (volatile unsigned k = 0; k < 120000; k = k + 1) continue;
      good[i] = i;
      break;
    default:
      good[i] = i;
  }
}
