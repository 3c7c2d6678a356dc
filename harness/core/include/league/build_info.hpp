// What this executable is.  CMake writes the definition, one source file per executable.
#pragma once

#include <string_view>

namespace league {

struct BuildInfo {
  std::string_view group;      ///< kernels, npb, miniapps, ...
  std::string_view variant;    ///< target-data, cuda, ...
  std::string_view model;      ///< target, cuda, ...
  bool offloads;               ///< whether the model runs on a device
  bool shares_memory;          ///< whether host pointers are valid on that device
  std::string_view toolchain;  ///< name of the toolchain file; empty if CMake was used by hand
  std::string_view device;     ///< host, x86_64, nvptx, amdgcn
  std::string_view compiler;
  std::string_view version;
  std::string_view flags;  ///< as used for the variant, without absolute paths
};

extern const BuildInfo build_info;

/// Last commit that touched the C++ sources; empty outside a repository.
extern const std::string_view source_revision;
/// Whether they have been changed since.
extern const bool source_dirty;

}  // namespace league
