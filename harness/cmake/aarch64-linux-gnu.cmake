# Builds for aarch64 on another machine, and lets QEMU's user mode run what tests launch:
#
#   cmake -S . -B build/aarch64 -G Ninja --toolchain harness/cmake/aarch64-linux-gnu.cmake -DLEAGUE_ONLY="vadd;jacobi"
#
# Debian: g++-12-aarch64-linux-gnu, qemu-user. See harness/docs/aarch64.md.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc-12)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-12)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(LEAGUE_TOOLCHAIN gcc-12-aarch64 CACHE STRING "Name of the toolchain file these settings come from")
set(LEAGUE_HOST_FLAGS "-O3" CACHE STRING "Flags of every variant, compiling and linking")
