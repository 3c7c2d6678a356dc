// Arrays and texture objects of one and two dimensions.
#include <cstdio>
#include <cstring>
#include <set>

#include "runtime/copies.hpp"

using namespace emu;

namespace {

struct Channels {
  int x, y, z, w;
  int kind;  // 0 signed, 1 unsigned, 2 real
};
struct Array {
  Channels channels;
  std::uint64_t address;
  std::size_t width, height, pitch;
};
struct Resource {
  enum class Kind : int { array = 0, mipmap = 1, linear = 2, pitched = 3 };
  Kind kind;
  union {
    Array* array;
    struct {
      void* pointer;
      Channels channels;
      std::size_t bytes;
    } linear;
    struct {
      void* pointer;
      Channels channels;
      std::size_t width, height, pitch;
    } pitched;
    int reserved[32];
  } of;
  unsigned flags;
};
struct Sampling {
  int outside[3];
  int linear;
  int normalised;  // 1: integers are read as reals
  int srgb;
  float border[4];
  int relative;
  unsigned anisotropy;
  int mipmap_linear;
  float bias, least, most;
  int no_trilinear, seamless;
};

auto& arrays = *new std::set<const void*>;  // never destroyed: programs tidy up late
std::uint64_t textures_ever = 0;

int unsupported(const char* what) {
  std::fprintf(stderr, "gpu-emulator: unsupported: %s\n", what);
  return not_supported;
}

bool channels_of(const Channels& from, Texture& to) {
  const int sizes[] = {from.x, from.y, from.z, from.w};
  unsigned count = 0;
  while (count < 4 && sizes[count]) ++count;
  for (unsigned i = 0; i < count; ++i)
    if (sizes[i] != sizes[0]) return false;
  if (count == 0 || count == 3 || from.kind < 0 || from.kind > 2) return false;
  if (sizes[0] != 8 && sizes[0] != 16 && sizes[0] != 32) return false;
  to.channels = static_cast<std::uint8_t>(count);
  to.bits = static_cast<std::uint8_t>(sizes[0]);
  to.kind = "suf"[from.kind];
  return to.kind != 'f' || to.bits > 8;
}

std::size_t element_bytes(const Channels& channels) {
  return static_cast<std::size_t>(channels.x + channels.y + channels.z + channels.w) / 8;
}

/// Rows of an array from a place on, as bytes of a copy.
int array_copy(const Array* array, std::size_t x, std::size_t y, std::size_t width,
               std::size_t height, const std::function<int(Context&, char*)>& copy) {
  return entry([&](Context& context) -> int {
    if (!arrays.count(array)) return invalid_value;
    if (x + width > array->width * element_bytes(array->channels) ||
        y + height > std::max<std::size_t>(array->height, 1))
      return invalid_value;
    return copy(context, reinterpret_cast<char*>(array->address + y * array->pitch + x));
  });
}

}  // namespace

EMU_API Channels cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}
EMU_API int cudaMallocArray(Array** handle, const Channels* channels, std::size_t width,
                            std::size_t height, unsigned flags) {
  return entry([&](Context& context) -> int {
    Texture kind;
    if (!handle || !channels || width == 0) return invalid_value;
    if (flags) return unsupported("arrays with flags");
    if (!channels_of(*channels, kind)) return invalid_value;
    constexpr std::size_t alignment = 512;
    const std::size_t pitch =
        (width * element_bytes(*channels) + alignment - 1) / alignment * alignment;
    const std::uint64_t address =
        context.memory->allocate(pitch * std::max<std::size_t>(height, 1), "cudaMallocArray");
    if (!address) return memory_allocation;
    *handle = new Array{*channels, address, width, height, pitch};
    arrays.insert(*handle);
    return success;
  });
}
EMU_API int cudaFreeArray(Array* array) {
  return entry([&](Context& context) -> int {
    if (!array) return success;
    if (!arrays.count(array)) return invalid_value;
    context.streams.finish_all();
    context.memory->release(array->address);
    arrays.erase(array);
    delete array;
    return context.sticky;
  });
}

EMU_API int cudaMemcpy2DToArrayAsync(Array* to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height,
                                     int kind, void* stream) {
  return array_copy(to, x, y, width, height, [&](Context& context, char* place) {
    return asynchronous(context, {place, from, to->pitch, pitch, width, height}, kind, stream);
  });
}
EMU_API int cudaMemcpy2DToArray(Array* to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t width, std::size_t height,
                                int kind) {
  return array_copy(to, x, y, width, height, [&](Context& context, char* place) {
    return synchronous(context, {place, from, to->pitch, pitch, width, height}, kind);
  });
}
EMU_API int cudaMemcpy2DFromArray(void* to, std::size_t pitch, const Array* from, std::size_t x,
                                  std::size_t y, std::size_t width, std::size_t height, int kind) {
  return array_copy(from, x, y, width, height, [&](Context& context, char* place) {
    return synchronous(context, {to, place, pitch, from->pitch, width, height}, kind);
  });
}
// Whole rows behind each other.
EMU_API int cudaMemcpyToArray(Array* to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, int kind) {
  if (!arrays.count(to)) return cudaMemcpy2DToArray(to, x, y, from, bytes, bytes, 1, kind);
  const std::size_t row = to->width * element_bytes(to->channels);
  if (bytes <= row - std::min(x, row))
    return cudaMemcpy2DToArray(to, x, y, from, bytes, bytes, 1, kind);
  if (x || bytes % row) return unsupported("a copy of parts of an array's rows");
  return cudaMemcpy2DToArray(to, 0, y, from, row, row, bytes / row, kind);
}

EMU_API int cudaCreateTextureObject(unsigned long long* handle, const Resource* resource,
                                    const Sampling* sampling, const void* view) {
  return entry([&](Context& context) -> int {
    if (!handle || !resource || !sampling) return invalid_value;
    if (view || sampling->srgb || sampling->anisotropy > 1)
      return unsupported("a texture with a view of its resource, sRGB or anisotropy");
    Texture texture;
    const auto& of = resource->of;
    const Channels* channels = nullptr;
    if (resource->kind == Resource::Kind::array) {
      if (!arrays.count(of.array)) return invalid_value;
      channels = &of.array->channels;
      texture.address = of.array->address;
      texture.pitch = of.array->pitch;
      texture.width = static_cast<std::uint32_t>(of.array->width);
      texture.height = static_cast<std::uint32_t>(of.array->height);
    } else if (resource->kind == Resource::Kind::linear) {
      channels = &of.linear.channels;
      if (!element_bytes(*channels)) return invalid_value;
      texture.address = number(of.linear.pointer);
      texture.width = static_cast<std::uint32_t>(of.linear.bytes / element_bytes(*channels));
      texture.plain = true;
    } else if (resource->kind == Resource::Kind::pitched) {
      channels = &of.pitched.channels;
      texture.address = number(of.pitched.pointer);
      texture.pitch = of.pitched.pitch;
      texture.width = static_cast<std::uint32_t>(of.pitched.width);
      texture.height = static_cast<std::uint32_t>(of.pitched.height);
    } else {
      return unsupported("a texture of a mipmapped array");
    }
    if (!channels_of(*channels, texture)) return invalid_value;
    if (!context.memory->covers(texture.address)) return invalid_value;
    for (unsigned axis = 0; axis < 2; ++axis) {
      if (sampling->outside[axis] < 0 || sampling->outside[axis] > 3) return invalid_value;
      texture.outside[axis] = static_cast<Texture::Outside>(sampling->outside[axis]);
    }
    texture.linear = sampling->linear == 1 && !texture.plain;
    texture.normalised = sampling->normalised == 1 && texture.kind != 'f';
    texture.relative = sampling->relative != 0;
    if (texture.linear && texture.kind != 'f' && !texture.normalised) return invalid_value;
    if (texture.normalised && texture.bits == 32) return invalid_value;
    std::memcpy(texture.border, sampling->border, sizeof texture.border);
    *handle = ++textures_ever;
    context.memory->textures[*handle] = texture;
    return success;
  });
}
EMU_API int cudaDestroyTextureObject(unsigned long long handle) {
  return entry([&](Context& context) -> int {
    context.streams.finish_all();
    return context.memory->textures.erase(handle) || !handle ? success : invalid_value;
  });
}
