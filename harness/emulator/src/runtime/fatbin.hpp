// PTX inside a program: fat binaries as nvcc writes them.
#pragma once

#include <string>
#include <vector>

namespace emu {

struct FatImage {
  bool ptx = false;
  unsigned architecture = 0;  // 90 for compute_90
  std::string text;           // of PTX, not compressed any more
};

/// The images of the fat binary behind a wrapper that a program registers; throws ptx::Unsupported
/// where it cannot be read.
std::vector<FatImage> read_fat_binary(const void* wrapper);

/// The PTX to run on a GPU of a compute capability (90 for 9.0): the highest not above it.  Throws
/// ptx::Unsupported, with how to build the program, where there is none.
const FatImage& choose_ptx(const std::vector<FatImage>& images, unsigned capability);

/// The PTX that machine code carries beside it, in a section .source_ptx of its ELF image; empty:
/// it carries none.
std::string ptx_of_elf(const void* image);

/// The PTX of a program's image; of relocatable device code, where nothing is linked yet, that of
/// each object with PTX.  The vendor's device runtime has none for the GPUs here, and is needed
/// only by kernels that launch kernels.
std::vector<std::string> ptx_to_link(const void* wrapper, unsigned capability);

}  // namespace emu
