#include "picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "league/options.hpp"

namespace picture {
namespace {

bool ends_with(const std::string& path, std::string_view ending) {
  return path.size() >= ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

void append_big_endian(std::string& bytes, std::uint64_t value, int count) {
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
    bytes += static_cast<char>(value >> shift & 0xff);
}

void append_little_endian(std::string& bytes, std::uint32_t value, int count) {
  for (int k = 0; k < count; ++k) bytes += static_cast<char>(value >> 8 * k & 0xff);
}

void append_chunk(std::string& png, std::string_view type, std::string_view content) {
  append_big_endian(png, content.size(), 4);
  const std::string covered = std::string(type) + std::string(content);
  png += covered;
  append_big_endian(png, crc32(covered), 4);
}

/// A zlib stream of stored blocks.
std::string stored(std::string_view bytes) {
  constexpr std::size_t block = 65535;
  std::string stream("\x78\x01", 2);
  std::size_t begin = 0;
  do {
    const std::size_t size = std::min(block, bytes.size() - begin);
    const bool last = begin + size == bytes.size();
    stream += last ? '\1' : '\0';
    append_little_endian(stream, static_cast<std::uint32_t>(size), 2);
    append_little_endian(stream, static_cast<std::uint32_t>(size) ^ 0xffffU, 2);
    stream += bytes.substr(begin, size);
    begin += size;
  } while (begin < bytes.size());
  append_big_endian(stream, adler32(bytes), 4);
  return stream;
}

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> entries{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xedb88320U ^ (c >> 1U) : c >> 1U;
      entries[n] = c;
    }
    return entries;
  }();
  std::uint32_t crc = 0xffffffffU;
  for (const char byte : bytes)
    crc = table[(crc ^ static_cast<std::uint8_t>(byte)) & 0xffU] ^ (crc >> 8U);
  return crc ^ 0xffffffffU;
}

std::uint32_t adler32(std::string_view bytes) {
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<std::uint8_t>(byte)) % 65521U;
    b = (b + a) % 65521U;
  }
  return b << 16U | a;
}

Colour colour_of(double share) {
  if (std::isnan(share)) return {255, 0, 0};
  // Lightness rises by about the same amount from each of these to the next.
  constexpr std::array<Colour, 6> stops{Colour{13, 8, 66},    Colour{33, 60, 130},
                                        Colour{20, 115, 135}, Colour{45, 165, 105},
                                        Colour{150, 205, 60}, Colour{250, 245, 160}};
  const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(at), stops.size() - 2);
  const double rest = at - static_cast<double>(k);
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + rest * (b - a)));
  };
  return {mix(stops[k].red, stops[k + 1].red), mix(stops[k].green, stops[k + 1].green),
          mix(stops[k].blue, stops[k + 1].blue)};
}

Image paint(const Field& field, int longest) {
  const int side = (std::max(field.columns, field.rows) + longest - 1) / longest;
  Image image{(field.columns + side - 1) / side, (field.rows + side - 1) / side, {}};
  std::vector<double> means(std::size_t(image.columns) * image.rows);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (int r = 0; r < image.rows; ++r)
    for (int c = 0; c < image.columns; ++c) {
      double sum = 0;
      const int last_row = std::min(field.rows, (r + 1) * side);
      const int last_column = std::min(field.columns, (c + 1) * side);
      for (int i = r * side; i < last_row; ++i)
        for (int j = c * side; j < last_column; ++j)
          sum += field.values[std::size_t(i) * field.columns + j];
      const double mean = sum / ((last_row - r * side) * (last_column - c * side));
      means[std::size_t(r) * image.columns + c] = mean;
      if (std::isfinite(mean)) {
        low = std::min(low, mean);
        high = std::max(high, mean);
      }
    }
  image.pixels.reserve(3 * means.size());
  for (int r = image.rows - 1; r >= 0; --r)
    for (int c = 0; c < image.columns; ++c) {
      const double above = means[std::size_t(r) * image.columns + c] - low;
      const Colour colour = colour_of(high > low || std::isnan(above) ? above / (high - low) : 0.5);
      image.pixels.insert(image.pixels.end(), {colour.red, colour.green, colour.blue});
    }
  return image;
}

std::string as_ppm(const Image& image) {
  std::string ppm =
      "P6\n" + std::to_string(image.columns) + " " + std::to_string(image.rows) + "\n255\n";
  ppm.append(image.pixels.begin(), image.pixels.end());
  return ppm;
}

std::string as_png(const Image& image) {
  std::string png("\x89PNG\r\n\x1a\n", 8);
  std::string header;
  append_big_endian(header, std::uint64_t(image.columns), 4);
  append_big_endian(header, std::uint64_t(image.rows), 4);
  header.append("\x08\x02\x00\x00\x00", 5);  // eight bits, true colour, nothing special
  append_chunk(png, "IHDR", header);
  std::string lines;
  const std::size_t width = 3 * std::size_t(image.columns);
  for (int r = 0; r < image.rows; ++r) {
    lines += '\0';  // no filter
    const auto begin = image.pixels.begin() + std::ptrdiff_t(std::size_t(r) * width);
    lines.append(begin, begin + std::ptrdiff_t(width));
  }
  append_chunk(png, "IDAT", stored(lines));
  append_chunk(png, "IEND", "");
  return png;
}

std::string as_vtk(const std::vector<Field>& fields, double dx, double dy) {
  const Field& first = fields.front();
  const long cells = long(first.columns) * first.rows;
  std::string vtk = "# vtk DataFile Version 3.0\nfields of a run\nBINARY\n";
  std::ostringstream spacing;
  spacing << std::setprecision(17) << dx << ' ' << dy;
  vtk += "DATASET STRUCTURED_POINTS\nDIMENSIONS " + std::to_string(first.columns + 1) + " " +
         std::to_string(first.rows + 1) + " 1\nORIGIN 0 0 0\nSPACING " + spacing.str() +
         " 1\nCELL_DATA " + std::to_string(cells) + "\n";
  for (const Field& field : fields) {
    vtk += "SCALARS " + std::string(field.name) + " double 1\nLOOKUP_TABLE default\n";
    for (long c = 0; c < cells; ++c) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, field.values + c, sizeof bits);
      append_big_endian(vtk, bits, 8);
    }
    vtk += '\n';
  }
  return vtk;
}

void demand_place(const std::string& path) {
  if (!ends_with(path, ".png") && !ends_with(path, ".ppm") && !ends_with(path, ".vtk"))
    throw league::UsageError("--plot: '" + path + "' has to end in .png, .ppm or .vtk");
  league::demand_writable(path, "--plot");
}

void write(const std::string& path, const std::vector<Field>& fields, double dx, double dy) {
  demand_place(path);
  std::string bytes;
  if (ends_with(path, ".vtk"))
    bytes = as_vtk(fields, dx, dy);
  else if (ends_with(path, ".ppm"))
    bytes = as_ppm(paint(fields.front()));
  else
    bytes = as_png(paint(fields.front()));
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error("--plot: cannot write " + path);
}

}  // namespace picture
