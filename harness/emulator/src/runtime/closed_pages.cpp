#include "runtime/closed_pages.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>

namespace emu {

struct Slot {
  std::atomic<std::uint64_t> first{0}, last{0};  // bytes from, bytes up to; 0: free
  std::atomic<bool> closed{false};               // but for OpenPages; false: free, or touched
  // Of the first access:
  std::uint64_t address = 0;
  bool write = false;
  std::array<void*, 24> callers{};  // the handler's own first
  int depth = 0;
  const void* instruction = nullptr;
};

namespace {

constexpr std::uint64_t page = 4096;
std::array<Slot, 64> slots;  // of a fixed number: a signal reads them
int opened = 0;              // of OpenPages that live

void protect(const Slot& slot, int how) {
  mprotect(reinterpret_cast<void*>(slot.first.load()), slot.last - slot.first, how);
}

void protect_all(int how) {
  for (const Slot& slot : slots)
    if (slot.closed) protect(slot, how);
}

const void* base_of(const void* code) {
  Dl_info info;
  return code && dladdr(code, &info) ? info.dli_fbase : nullptr;
}

// As `addr2line` wants it: counted from where the file was loaded, unless that place is fixed.
std::string place(const void* code) {
  Dl_info info;
  if (!dladdr(code, &info) || !info.dli_fname) return {};
  const auto* const header = static_cast<const ElfW(Ehdr)*>(info.dli_fbase);
  const auto from = header->e_type == ET_EXEC ? 0 : reinterpret_cast<std::uint64_t>(header);
  const char* const name = std::strrchr(info.dli_fname, '/');
  char text[32];
  std::snprintf(text, sizeof text, " (at 0x%llx of ",
                static_cast<unsigned long long>(reinterpret_cast<std::uint64_t>(code) - from));
  return text + std::string(name ? name + 1 : info.dli_fname) + ")";
}

// What the program itself was doing: the access, or the call of the function of C that did it.
std::string place_of(const Slot& slot) {
  const void* const of_c = base_of(reinterpret_cast<const void*>(&std::snprintf));
  const auto* const end = slot.callers.begin() + slot.depth;
  const auto* caller = std::find(slot.callers.begin(), end, slot.instruction);
  if (base_of(slot.instruction) != of_c || caller == end) return place(slot.instruction);
  caller = std::find_if(caller, end, [&](const void* at) { return base_of(at) != of_c; });
  return caller == end ? place(slot.instruction) : place(static_cast<const char*>(*caller) - 1);
}

}  // namespace

ClosedPages::ClosedPages(std::uint64_t first, std::uint64_t bytes) {
  const std::uint64_t last = (first + bytes) / page * page;
  first = (first + page - 1) / page * page;
  if (first >= last) return;
  for (Slot& slot : slots) {
    if (slot.first < last && slot.last > first) return;
    if (slot.first == 0 && !slot_) slot_ = &slot;
  }
  if (!slot_) return;
  void* here = nullptr;
  backtrace(&here, 1);  // what it needs is loaded now, not in a signal
  slot_->address = 0;
  slot_->first = first;
  slot_->last = last;
  slot_->closed = true;
  if (!opened) protect(*slot_, PROT_NONE);
}

ClosedPages::~ClosedPages() {
  if (!slot_) return;
  if (slot_->closed) protect(*slot_, PROT_READ | PROT_WRITE);
  slot_->closed = false;
  slot_->first = slot_->last = 0;
}

std::string ClosedPages::access() const {
  if (!slot_ || !slot_->address) return {};
  char text[48];
  std::snprintf(text, sizeof text, "%s 0x%llx", slot_->write ? "wrote" : "read",
                static_cast<unsigned long long>(slot_->address));
  return text + place_of(*slot_);
}

OpenPages::OpenPages() {
  if (!opened++) protect_all(PROT_READ | PROT_WRITE);
}

OpenPages::~OpenPages() {
  if (!--opened) protect_all(PROT_NONE);
}

bool open_page(std::uint64_t address, const void* instruction, bool write) {
  for (Slot& slot : slots) {
    if (address < slot.first || address >= slot.last) continue;
    if (slot.closed.exchange(false)) {
      slot.write = write;
      slot.instruction = instruction;
      slot.depth = backtrace(slot.callers.data(), static_cast<int>(slot.callers.size()));
      slot.address = address;
    }
    protect(slot, PROT_READ | PROT_WRITE);
    return true;
  }
  return false;
}

}  // namespace emu
