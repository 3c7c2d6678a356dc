// Starts libomptarget for a program without device images.
//
// Flang compiles a target region for the host into a call of __tgt_target_kernel with the host's
// version as what to fall back to.  In LLVM 19 that call crashes in libomptarget unless something
// has started it, which the registration of a device image does otherwise.

extern "C" __attribute__((weak)) void __tgt_rtl_init();  // since LLVM 19

namespace {

__attribute__((constructor)) void start() {
  if (__tgt_rtl_init != nullptr) __tgt_rtl_init();
}

}  // namespace
