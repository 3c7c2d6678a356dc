// Any words as instructions, and any bytes as an image: executed, or refused in one line, and
// never a crash.  A fixed number of both, or as many as fit into some seconds:
//   emulator_amd_hostile_test [SECONDS]
#include <chrono>
#include <cstdlib>

#include "bench.hpp"
#include "hsa/code_object.hpp"
#include "hsa/line_table.hpp"

namespace {

using namespace emu;
using emu::test::Bench;
using emu::test::check;

/// Beginnings of words by family of encodings: their bits, and how many they are.
constexpr std::pair<std::uint32_t, unsigned> beginnings[] = {
    {0b10, 2},        {0b1011, 4},    {0b101111101, 9}, {0b101111110, 9}, {0b101111111, 9},
    {0b110000, 6},    {0b0111111, 7}, {0b0, 1},         {0b0111110, 7},   {0b110100, 6},
    {0b110100111, 9}, {0b110110, 6},  {0b110111, 6},    {0b111000, 6}};

void one_line(const std::string& text) {
  check(!text.empty() && text.find('\n') == std::string::npos, "a refusal is one line: " + text);
}

std::uint32_t word(std::mt19937_64& random) {
  const auto any = static_cast<std::uint32_t>(random());
  if (random() % 8 == 0) return any;
  const auto& [bits, count] = beginnings[random() % std::size(beginnings)];
  return any >> count | bits << (32 - count);
}

/// True: it was executed.
bool instruction(Bench& bench, std::mt19937_64& random, std::uint64_t buffer) {
  amd::Wave& wave = bench.wave();
  const std::uint64_t pc = wave.pc;
  wave.set_pair(amd::scalar::exec, random() % 4 ? ~std::uint64_t{0} : random());
  for (unsigned pair = 0; pair < 8; pair += 2) {  // some point to memory
    wave.set_pair(pair, buffer + random() % 4096);
    for (unsigned lane = 0; lane < amd::lanes; ++lane)
      bench.put(pair, lane, random() % 8 ? buffer + random() % 4096 : random(), 8);
  }
  bool executed = true;
  try {
    const std::uint32_t first = word(random);
    bench.execute(first, static_cast<std::uint32_t>(random()));
  } catch (const Unsupported& reason) {
    one_line(reason.what());
    executed = false;
  }
  wave.pc = wave.next = pc;
  wave.ended = wave.at_barrier = wave.slept = wave.indexes = false;
  return executed;
}

/// An image's header and tables with a few bytes changed, and line tables of any bytes.
void image(std::mt19937_64& random) {
  std::vector<std::uint8_t> bytes(64 + 56 + 4 * 64 + 512);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 3 ? random() % 4 : random());
  const std::uint8_t head[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 64, 3};
  std::copy(std::begin(head), std::end(head), bytes.begin());
  bytes[16] = 3, bytes[17] = 0, bytes[18] = 224, bytes[19] = 0;
  const auto put = [&](std::size_t at, std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
  };
  put(32, 64, 8);
  put(40, 120, 8);
  put(54, 56, 2);
  put(56, 1, 2);
  put(58, 64, 2);
  put(60, 4, 2);
  put(62, random() % 5, 2);
  for (unsigned section = 0; section < 4; ++section) {
    put(120 + 64 * section + 4, random() % 12, 4);
    put(120 + 64 * section + 24, random() % bytes.size(), 8);
    put(120 + 64 * section + 32, random() % 256, 8);
  }
  put(64, 1, 4);  // something to load
  put(64 + 8, 0, 8);
  put(64 + 32, random() % 600, 8);
  put(64 + 40, 4096, 8);
  try {
    static_cast<void>(hsa::read_code_object(bytes.data(), bytes.size()));
  } catch (const hsa::BadImage& reason) {
    one_line(reason.what());
  }
  // A table with a length that fits, so that what is behind it is read.
  std::string table(96 + random() % 96, '\0');
  for (char& byte : table) byte = static_cast<char>(random() % 2 ? random() % 16 : random());
  const auto length = static_cast<char>(table.size() - 4);
  const char begin[] = {length, 0, 0, 0, static_cast<char>(2 + random() % 4), 0};
  std::copy(std::begin(begin), std::end(begin), table.begin());
  const amd::LineTable lines = hsa::read_lines(table, table, table);
  check(std::is_sorted(lines.rows.begin(), lines.rows.end(),
                       [](const auto& a, const auto& b) { return a.address < b.address; }),
        "lines are in their order");
}

}  // namespace

int main(int count, char** arguments) {
  using Clock = std::chrono::steady_clock;
  const auto stop = Clock::now() + std::chrono::seconds(count > 1 ? std::atoi(arguments[1]) : 0);
  std::uint64_t executed = 0, tried = 0;
  std::mt19937_64 random(count > 1 ? std::random_device()() : 1);
  do {
    for (const auto architecture : {amd::Architecture::gfx906, amd::Architecture::gfx90a}) {
      Bench bench(architecture);
      const auto buffer = bench.device.buffer(std::vector<std::uint32_t>(2048), "memory");
      for (unsigned i = 0; i < 20000; ++i, ++tried) executed += instruction(bench, random, buffer);
    }
    for (unsigned i = 0; i < 5000; ++i) image(random);
  } while (Clock::now() < stop);
  std::printf("%llu of %llu instructions executed\n", static_cast<unsigned long long>(executed),
              static_cast<unsigned long long>(tried));
  check(executed > tried / 4 && executed < tried, "some are executed, some refused");
  return emu::test::result();
}
