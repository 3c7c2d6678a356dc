// libcuda.so is a name: what it offers is in the runtime's library, which it needs.
extern "C" __attribute__((visibility("default"))) int gpu_emulator_is_the_driver() { return 1; }
