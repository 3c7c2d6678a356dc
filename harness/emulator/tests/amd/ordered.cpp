// Kernels whose waves and groups hand values to each other, rightly; faulty with `what` not 0, or
// with an instruction taken out of their machine code.  planted_test.cpp says what must be found.
#define GLOBAL __attribute__((address_space(1)))
#define SHARED __attribute__((address_space(3)))
#define KERNEL extern "C" __attribute__((amdgpu_kernel, visibility("protected")))
#define DEVICE __MEMORY_SCOPE_DEVICE
#define INLINE __attribute__((always_inline)) inline

namespace {

using Words = GLOBAL unsigned*;

INLINE unsigned item() { return __builtin_amdgcn_workitem_id_x(); }
INLINE unsigned group() { return __builtin_amdgcn_workgroup_id_x(); }
INLINE void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
INLINE unsigned load(Words from, bool acquires) {
  return acquires ? __scoped_atomic_load_n(from, __ATOMIC_ACQUIRE, DEVICE)
                  : __scoped_atomic_load_n(from, __ATOMIC_RELAXED, DEVICE);
}
INLINE unsigned plain(Words from) {
  __asm__ volatile("" ::: "memory");
  return *from;
}
INLINE void store(Words to, unsigned value, bool releases) {
  if (releases)
    __scoped_atomic_store_n(to, value, __ATOMIC_RELEASE, DEVICE);
  else
    __scoped_atomic_store_n(to, value, __ATOMIC_RELAXED, DEVICE);
}

SHARED unsigned row[256] __attribute__((loader_uninitialized));
SHARED unsigned last __attribute__((loader_uninitialized));

}  // namespace

// The first group makes what the second one takes.  1: the flag does not release, 2: it does not
// acquire, 3: it is no atomic object, 4: nobody waits for it, 5: it invalidates instead of
// releasing.
KERNEL void handover(Words data, Words flag, Words out, unsigned what) {
  if (group() == 0) {
    data[item()] = 3 * item() + 1;
    meet();
    if (item() != 0) return;
    data[0] = 7;
    if (what == 5) __asm__ volatile("buffer_wbinvl1" ::: "memory");
    if (what == 3)
      *flag = 1;
    else
      store(flag, 1, what != 1 && what != 5);
  } else {
    if (what != 4)
      while (what == 3 ? plain(flag) == 0 : load(flag, what != 2) == 0) __builtin_amdgcn_s_sleep(1);
    out[item()] = data[item()] + 1;
  }
}

// All groups change one place, each under a lock.  1: the lock is given back without release, 2: it
// is taken without acquire, 3: each group has a lock of its own, 4: there is none.
KERNEL void locked(Words total, Words lock, unsigned what) {
  if (item() != 0) return;
  Words mine = what == 3 ? lock + group() : lock;
  for (unsigned turn = 0; turn < 3; ++turn) {
    unsigned expected = 0;
    while (what != 4 &&
           !(what == 2
                 ? __scoped_atomic_compare_exchange_n(mine, &expected, 1u, false, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED, DEVICE)
                 : __scoped_atomic_compare_exchange_n(mine, &expected, 1u, false, __ATOMIC_ACQUIRE,
                                                      __ATOMIC_RELAXED, DEVICE))) {
      expected = 0;
      __builtin_amdgcn_s_sleep(1);
    }
    *total += group() + 1;
    if (what != 4) store(mine, 0, what != 1);
  }
}

// Who comes last adds up what the others left.  1: none of them releases, 2: the last does not
// acquire.
KERNEL void counted(Words parts, Words arrived, Words sum, unsigned groups, unsigned what) {
  if (item() == 0) {
    parts[group()] = group() + 1;
    const unsigned before =
        what == 1   ? __scoped_atomic_fetch_add(arrived, 1u, __ATOMIC_ACQUIRE, DEVICE)
        : what == 2 ? __scoped_atomic_fetch_add(arrived, 1u, __ATOMIC_RELEASE, DEVICE)
                    : __scoped_atomic_fetch_add(arrived, 1u, __ATOMIC_ACQ_REL, DEVICE);
    last = before == groups - 1;
  }
  meet();
  if (!last) return;
  unsigned mine = item() < groups ? parts[item()] : 0;
  __scoped_atomic_fetch_add(sum, mine, __ATOMIC_RELAXED, DEVICE);
}

// Work-items read what their neighbours wrote, in LDS and in global memory.  1: nobody waits for
// what is in LDS, 2: for what is in global memory; 3: what is read is written over at once.
KERNEL void neighbours(Words there, Words out, unsigned what) {
  const unsigned next = (item() + 64) % 256, first = 256 * group();
  row[item()] = item();
  if (what != 1) meet();
  const unsigned seen = row[next];
  if (what != 3) meet();
  row[item()] = seen + 1;
  meet();
  there[first + item()] = row[next];
  if (what != 2) meet();
  out[first + item()] = there[first + next];
}

// 1: all groups add to one place, 2: each writes another value there, 3: a value of 64 bits of
// which others read half, 4: one group writes what others read as a scalar.
KERNEL void apart(Words total, Words out, unsigned what) {
  const bool first = item() == 0;
  if (what == 0 && first) __scoped_atomic_fetch_add(total, 1u, __ATOMIC_RELAXED, DEVICE);
  if (what == 1 && first) *total += 1;
  if (what == 2 && first) *total = group();
  if (what == 3 && first && group() == 0) *reinterpret_cast<GLOBAL unsigned long*>(total) = 5;
  if (what == 3 && first && group() != 0) out[group()] = total[1];
  if (what == 4 && first && group() == 0) total[0] = 7;
  if (what == 4) {
    unsigned seen;
    const auto from = reinterpret_cast<unsigned long>(total);
    __asm__ volatile(
        "v_readfirstlane_b32 s20, %1\n\tv_readfirstlane_b32 s21, %2\n\ts_load_dword s22, s[20:21], "
        "0x0\n\ts_waitcnt lgkmcnt(0)\n\tv_mov_b32 %0, s22"
        : "=v"(seen)
        : "v"(static_cast<unsigned>(from)), "v"(static_cast<unsigned>(from >> 32))
        : "s20", "s21", "s22");
    if (first) out[group()] = seen;
  }
}

// The first group polls until all others have left their part.  1: they do not release.
KERNEL void arrivals(Words parts, Words arrived, Words sum, unsigned groups, unsigned what) {
  if (item() != 0) return;
  if (group() != 0) {
    parts[group()] = group();
    if (what == 1)
      __scoped_atomic_fetch_add(arrived, 1u, __ATOMIC_RELAXED, DEVICE);
    else
      __scoped_atomic_fetch_add(arrived, 1u, __ATOMIC_RELEASE, DEVICE);
    return;
  }
  while (load(arrived, true) != groups - 1) __builtin_amdgcn_s_sleep(1);
  unsigned total = 0;
  for (unsigned i = 1; i < groups; ++i) total += parts[i];
  *sum = total;
}

// The first wave waits for the others of its group by an atomic object in LDS.  1: it is none for
// them, 2: nobody waits.
KERNEL void inside(Words out, Words, unsigned what) {
  if (item() == 0) last = 0;
  meet();
  row[item()] = item();
  if (item() >= 64) {
    if (item() % 64 != 0) return;
    if (what == 1)
      last += 1;
    else
      __scoped_atomic_fetch_add(&last, 1u, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    return;
  }
  unsigned expected = 3;
  while (what != 2 && item() == 0 &&
         !__scoped_atomic_compare_exchange_n(&last, &expected, 4u, false, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)) {
    expected = 3;
    __builtin_amdgcn_s_sleep(1);
  }
  out[64 * group() + item()] = row[item() + 64] + row[item() + 192];
}

// The same by an atomic object in global memory, whose old value the odd groups use; behind it
// stands a barrier that the others, which have ended, do not come to.  A fence releases, as an
// atomic operation with a scope orders its own address space alone.  1: it is not there.
KERNEL void beside(Words out, Words flags, unsigned what) {
  __asm__ volatile("" ::"s"(flags), "s"(what));  // the wait for these is none for what follows
  row[item()] = item();
  if (item() >= 64) {
    if (item() % 64 != 0) return;
    if (what == 0) __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    if (what == 0 && group() % 2 == 0) {
      __scoped_atomic_fetch_add(flags + group(), 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
    } else {
      const unsigned before =
          __scoped_atomic_fetch_add(flags + group(), 1u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
      __asm__ volatile("" ::"v"(before));
    }
    return;
  }
  while (load(flags + group(), true) != 3) __builtin_amdgcn_s_sleep(1);
  row[item()] = row[item() + 64] + row[item() + 192];
  meet();
  out[64 * group() + item()] = row[item()];
}
