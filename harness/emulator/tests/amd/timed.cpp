// What emulator_amd_speed times: a polynomial in both precisions with a random generator in
// integers, as in speed.cpp, and a sum of one's part of an array, which is mostly memory.
#define GLOBAL __attribute__((address_space(1)))
#define KERNEL extern "C" __attribute__((amdgpu_kernel, visibility("protected")))

KERNEL void arithmetic(GLOBAL double* out) {
  const unsigned i = __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
  double g = i, sum = 0;
  float f = i, sum_f = 0;
  unsigned r = i, mixed = 0;
  for (int round = 0; round < 4096; ++round) {
    g = __builtin_fma(g, 0.5, 1.0);
    sum += g;
    g *= 0.5;
    f = __builtin_fmaf(f, 0.5F, 1.0F);
    sum_f += f;
    r = r * 1664525U + 1013904223U;
    mixed ^= r;
    mixed += r >> 13;
  }
  out[i] = sum + sum_f + mixed;
}

KERNEL void memory(GLOBAL double* out) {
  const unsigned i = __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
  GLOBAL volatile double* mine = out + i;
  double sum = 0;
  for (int round = 0; round < 1024; ++round) {
    sum += *mine;
    *mine = sum;
  }
}
