// Linked into programs whose kernels LLVM 17 to 20 compile at run time (-fopenmp-target-jit).
//
// The run-time compiler expects somebody to have registered LLVM's NVPTX back end.  Distributions
// that build LLVM as one shared library forget to: the launch then ends with "Unable to find target
// for this triple (no targets are registered)".  The four functions are looked up by name, so that
// a runtime that needs no help, and one without the back end, link and start just the same.

#include <dlfcn.h>

namespace {

__attribute__((constructor(101))) void register_nvptx() {
  const char* const steps[] = {"LLVMInitializeNVPTXTargetInfo", "LLVMInitializeNVPTXTarget",
                               "LLVMInitializeNVPTXTargetMC", "LLVMInitializeNVPTXAsmPrinter"};
  for (const char* step : steps)
    if (void* function = dlsym(RTLD_DEFAULT, step)) reinterpret_cast<void (*)()>(function)();
}

}  // namespace
