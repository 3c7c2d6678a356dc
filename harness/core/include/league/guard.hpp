// Host arrays that can be made inaccessible while a kernel runs.
// A device that shares the process (Clang's x86_64 plug-in) reaches host memory through a pointer
// that was never mapped, and the program passes; on a GPU it would fault.  In a guarded run the
// pages of every league::vector are protected from the submission of a kernel to its end, so the
// mistake faults here too (decision 0008).  Outside of the marks the host can be kept from writing.
#pragma once

#include <cstddef>
#include <vector>

namespace league {

/// Page-aligned memory that the guard knows.  Throws std::bad_alloc.
void* allocate_pages(std::size_t bytes);
void release_pages(void* memory, std::size_t bytes) noexcept;

/// Whether nothing was written behind any array, be it released since forget_released_arrays(): the
/// rest of its last page still holds what allocate_pages() left there.
bool slack_is_untouched();
void forget_released_arrays();

/// What is refused: nothing, whatever a running kernel does with a host array, or that the host
/// writes to one.  Copies by the runtime always go through.
enum class Guard { off, kernels, host };
void guard_against(Guard what);

/// Called by the motion counter where a kernel or a copy begins (+1) and ends (-1).
void guard_kernels(int change);
void guard_copies(int change);

/// Allocator of whole pages.  Elements are left uninitialised unless a value is given: make()
/// writes every element anyway, and gigabytes need not be touched twice.
template <typename T>
struct PageAllocator {
  using value_type = T;
  PageAllocator() = default;
  template <typename U>
  explicit PageAllocator(const PageAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_pages(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t n) noexcept { release_pages(memory, n * sizeof(T)); }
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(static_cast<Args&&>(args)...);
  }
  template <typename U>
  bool operator==(const PageAllocator<U>&) const {
    return true;
  }
  template <typename U>
  bool operator!=(const PageAllocator<U>&) const {
    return false;
  }
};

/// The array type of every benchmark's data.
template <typename T>
using vector = std::vector<T, PageAllocator<T>>;

}  // namespace league
