// The decoder's names and sizes against a disassembler that is not ours: all opcodes of all
// families in several forms, and listings of whole images.
//   emulator_amd_decode_test LLVM_MC FOLDER [gfx90a LISTING.txt]
#include "amd/decode.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "../verdict.hpp"

namespace {

using namespace emu;
using amd::Architecture;
using amd::Family;
using emu::test::check;

constexpr int skipped = 77;
// What follows a pattern lets the disassembler find its place again behind what it does not know.
constexpr std::uint32_t behind = 0xbf800007;

struct Words {
  std::uint32_t first, second;
};

/// An opcode in its family's first word; the other fields are 0.
std::uint32_t encoded(Family family, std::uint32_t opcode) {
  switch (family) {
    case Family::sop2:
      return 0b10u << 30 | opcode << 23;
    case Family::sopk:
      return 0b1011u << 28 | opcode << 23;
    case Family::sop1:
      return 0b101111101u << 23 | opcode << 8;
    case Family::sopc:
      return 0b101111110u << 23 | opcode << 16;
    case Family::sopp:
      return 0b101111111u << 23 | opcode << 16;
    case Family::smem:
      return 0b110000u << 26 | opcode << 18;
    case Family::vop1:
      return 0b0111111u << 25 | opcode << 9;
    case Family::vop2:
      return opcode << 25;
    case Family::vopc:
      return 0b0111110u << 25 | opcode << 17;
    case Family::vop3:
      return 0b110100u << 26 | opcode << 16;
    case Family::vop3p:
      return 0b110100111u << 23 | opcode << 16;
    case Family::ds:
      return 0b110110u << 26 | opcode << 17;
    case Family::flat:
      return 0b110111u << 26 | opcode << 18;
    case Family::scratch:
      return 0b110111u << 26 | opcode << 18 | 1u << 14;
    case Family::global:
      return 0b110111u << 26 | opcode << 18 | 2u << 14;
    default:
      return 0b111000u << 26 | opcode << 18;
  }
}

/// Fields beside an opcode, of the first and the second word: what one family or another needs to
/// be an instruction.
const std::vector<Words>& fields(Family family) {
  static const std::vector<Words> scalar{{4 << 16 | 2 << 8 | 2, 7}, {4 << 16, 7}, {2, 7}, {0, 7}};
  static const std::vector<Words> smem{{4, 4}, {4 << 6 | 2, 4}, {0, 0}, {1 << 17 | 4 << 6 | 2, 4}};
  static const std::vector<Words> vector{{4 << 17 | 2 << 9 | 0x102, 0x1234},
                                         {0x102, 7},
                                         {0, 7},
                                         {4 << 17 | 2 << 9 | 249, 6u << 24 | 6 << 16 | 6 << 8 | 2},
                                         {4 << 17 | 249, 6 << 16 | 6 << 8 | 2},
                                         {2 << 9 | 249, 6u << 24 | 6 << 16 | 2},
                                         {4 << 17 | 2 << 9 | 250, 0xff000000u | 0x1b << 8 | 2},
                                         {4 << 17 | 2 << 9 | 255, 0x40490fdb}};
  static const std::vector<Words> vop3{{4, 0x102 | 0x104 << 9},
                                       {0, 0},
                                       {4, 0x102},
                                       {4 | 106 << 8, 0x102 | 0x104 << 9 | 106 << 18},
                                       {4 | 106 << 8, 0x102 | 0x104 << 9},
                                       {4 | 106 << 8, 0x102 | 0x104 << 9 | 0x106 << 18},
                                       {4, 0x102 | 0x104 << 9 | 0x106 << 18},
                                       {4, 0x102 | 4 << 9}};
  static const std::vector<Words> vop3p{{4, 0x102 | 0x104 << 9 | 0x106 << 18},
                                        {4 | 1 << 14, 0x102 | 0x104 << 9 | 0x106u << 18 | 3u << 27},
                                        {4 | 1 << 14, 0x102 | 0x104 << 9 | 3u << 27},
                                        {4, 0x102},
                                        {4, 0x102 | 1u << 27}};
  static const std::vector<Words> memory = [] {
    std::vector<Words> all;
    for (const std::uint32_t second :
         {2u | 4 << 8 | 6 << 16 | 8u << 24, 2u | 4 << 8 | 8u << 24, 2u | 8u << 24, 2u | 4 << 8, 2u,
          0u, 4u << 8, 2u | 4 << 8 | 0x7f << 16 | 8u << 24, 2u | 4 << 8 | 0x7f << 16,
          2u | 0x7f << 16 | 8u << 24})
      for (const std::uint32_t first : {0u, 1u << 16}) all.push_back({first, second});
    return all;
  }();
  switch (family) {
    case Family::smem:
      return smem;
    case Family::vop1:
    case Family::vop2:
    case Family::vopc:
      return vector;
    case Family::vop3:
      return vop3;
    case Family::vop3p:
      return vop3p;
    case Family::ds:
    case Family::flat:
    case Family::global:
    case Family::scratch:
    case Family::mubuf:
      return memory;
    default:
      return scalar;
  }
}

/// Whether an opcode of a family is another family's encoding.
bool another(Family family, unsigned opcode) {
  return (family == Family::sop2 && opcode >= 0x60) || (family == Family::sopk && opcode >= 29) ||
         (family == Family::vop2 && opcode >= 62) || (family == Family::vop3 && opcode >= 0x380);
}

/// LLVM 22 dies of v_accvgpr_mov_b32 with a literal, DPP or SDWA.
bool ends_the_disassembler(std::uint32_t first) {
  const std::uint32_t source = first & 0x1ff;
  return first >> 25 == 0b0111111 && (first >> 9 & 255) == 82 && source >= 249 && source <= 255;
}

void put(std::ostream& to, const Words& words) {
  for (const std::uint32_t word : {words.first, words.second, behind, behind})
    for (unsigned byte = 0; byte < 4; ++byte)
      to << "0x" << std::hex << (word >> 8 * byte & 255) << ' ';
  to << '\n';
}

void write_patterns(const std::string& file) {
  std::ofstream to(file);
  for (unsigned f = 0; f < static_cast<unsigned>(Family::count_of); ++f) {
    const auto family = static_cast<Family>(f);
    for (unsigned opcode = 0; opcode < amd::opcodes_of(family); ++opcode) {
      if (another(family, opcode)) continue;
      const std::uint32_t first = encoded(family, opcode);
      for (const Words& beside : fields(family))
        if (!ends_the_disassembler(first | beside.first))
          put(to, {first | beside.first, beside.second});
    }
  }
}

std::string plain(std::string name) {
  for (const char* ending : {"_dpp", "_sdwa", "_e32", "_e64"}) {
    const std::string end = ending;
    if (name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
      name.resize(name.size() - end.size());
  }
  return name;
}

std::string shown(const std::vector<std::uint32_t>& words) {
  std::ostringstream text;
  for (const std::uint32_t word : words) text << ' ' << std::hex << word;
  return text.str();
}

std::set<std::string> seen;
std::size_t compared = 0;

void compare(Architecture architecture, const std::string& name,
             const std::vector<std::uint32_t>& words) {
  if (words[0] == behind) return;
  ++compared;
  std::string ours;
  try {
    const amd::Decoded inst = amd::decode(architecture, words[0], words.size() > 1 ? words[1] : 0);
    ours = std::string(inst.name) + " " + std::to_string(inst.words);
    seen.insert(std::string(inst.name));
  } catch (const Unsupported& reason) {
    ours = reason.what();
  }
  const std::string theirs = plain(name) + " " + std::to_string(words.size());
  check(ours == theirs, std::string(name_of(architecture)) + shown(words) + ": " + ours +
                            ", the disassembler says " + theirs);
}

/// Lines such as "v_nop ; encoding: [0x00,0x00,0x00,0x7e]".
void compare_disassembled(Architecture architecture, std::FILE* from) {
  char line[512];
  while (std::fgets(line, sizeof line, from)) {
    const std::string text = line;
    const auto at = text.find("encoding: [");
    if (at == std::string::npos) continue;
    std::istringstream bytes(text.substr(at + 11));
    std::vector<std::uint32_t> words;
    std::string byte;
    for (unsigned i = 0; std::getline(bytes, byte, ','); ++i) {
      if (i % 4 == 0) words.push_back(0);
      words.back() |= static_cast<std::uint32_t>(std::strtoul(byte.c_str(), nullptr, 16))
                      << (8 * (i % 4));
    }
    std::string name;
    std::istringstream(text) >> name;
    compare(architecture, name, words);
  }
}

/// Lines such as "  s_nop 0    // 000000001900: BF800000" of objdump.
void compare_listing(Architecture architecture, const std::string& file) {
  std::ifstream from(file);
  std::string line;
  while (std::getline(from, line)) {
    const auto at = line.find("// 0");
    if (at == std::string::npos) continue;
    std::istringstream behind(line.substr(at + 3));
    std::string place, name, word;
    behind >> place;
    std::vector<std::uint32_t> words;
    while (behind >> word && std::isxdigit(static_cast<unsigned char>(word[0])))
      words.push_back(static_cast<std::uint32_t>(std::strtoul(word.c_str(), nullptr, 16)));
    std::istringstream(line) >> name;
    if (name[0] == '.') continue;  // no instruction: kernels.cpp has such a word
    if (!words.empty()) compare(architecture, name, words);
  }
}

void compare_all(Architecture architecture, const std::string& tool, const std::string& patterns) {
  seen.clear();
  const std::string command = tool + " --disassemble -triple=amdgcn-amd-amdhsa -mcpu=" +
                              std::string(name_of(architecture)) + " -show-encoding " + patterns +
                              " 2>/dev/null";
  std::FILE* from = popen(command.c_str(), "r");
  check(from != nullptr, command);
  if (!from) return;
  compare_disassembled(architecture, from);
  pclose(from);
  std::size_t names = 0;
  for (unsigned f = 0; f < static_cast<unsigned>(Family::count_of); ++f)
    for (unsigned opcode = 0; opcode < amd::opcodes_of(static_cast<Family>(f)); ++opcode) {
      const std::string name(amd::mnemonic(architecture, static_cast<Family>(f), opcode));
      if (name.empty()) continue;
      ++names;
      check(seen.count(name) == 1, std::string(name_of(architecture)) + ": " + name +
                                       " was never seen in the disassembler's output");
    }
  std::printf("%s: %zu opcodes\n", std::string(name_of(architecture)).c_str(), names);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3 || std::string(arguments[1]).find("NOTFOUND") != std::string::npos) {
    std::printf("no llvm-mc\n");
    return skipped;
  }
  if (count == 5) {
    const auto architecture = amd::architecture_of(std::string_view(arguments[3]));
    check(architecture.has_value(), "an architecture that is not known");
    if (architecture) compare_listing(*architecture, arguments[4]);
  } else {
    const std::string patterns = std::string(arguments[2]) + "/amd-patterns.txt";
    write_patterns(patterns);
    for (const Architecture one : {Architecture::gfx906, Architecture::gfx90a})
      compare_all(one, arguments[1], patterns);
  }
  check(compared > 100, "nothing to compare");
  std::printf("%zu instructions compared\n", compared);
  return emu::test::result();
}
