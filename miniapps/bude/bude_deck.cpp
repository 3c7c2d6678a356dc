#include "bude_deck.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "league/options.hpp"

namespace bude {
namespace {

constexpr std::size_t record_bytes = 16;  // of an atom and of a line of the force field
constexpr std::size_t most_atoms = 1'000'000;
constexpr std::size_t most_kinds = 1024;  // the mixed force field has the square of it
constexpr std::size_t most_poses = 1 << 26;
constexpr float farthest = 1e4F;  // angstrom; no molecule is that large

[[noreturn]] void refuse(const Files& files, const std::string& file, const std::string& what) {
  throw league::UsageError("--deck " + files.folder + ": " + file + ": " + what);
}

template <typename T>
T value_at(const std::string& bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The good case is the condition, so that NaN is refused.
bool within(float value, float limit) { return std::abs(value) <= limit; }

// How many records a file has; refuses halves of one, none, and too many.
std::size_t records_in(const Files& files, const std::string& file, const std::string& bytes,
                       std::size_t each, std::size_t most, const std::string& what) {
  const std::size_t count = bytes.size() / each;
  if (bytes.size() % each != 0)
    refuse(files, file,
           std::to_string(bytes.size()) + " bytes are not a multiple of " + std::to_string(each) +
               ": is it truncated?");
  if (count == 0) refuse(files, file, "it is empty");
  if (count > most)
    refuse(files, file,
           std::to_string(count) + " " + what + " are more than " + std::to_string(most));
  return count;
}

std::vector<Kind> parse_kinds(const Files& files) {
  const std::string file = "forcefield.in";
  const auto count =
      records_in(files, file, files.forcefield, record_bytes, most_kinds, "types of atoms");
  std::vector<Kind> kinds(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t at = k * record_bytes;
    kinds[k] = {
        value_at<std::int32_t>(files.forcefield, at), value_at<float>(files.forcefield, at + 4),
        value_at<float>(files.forcefield, at + 8), value_at<float>(files.forcefield, at + 12)};
    const bool good = kinds[k].radius >= 0 && kinds[k].radius <= 100 &&
                      within(kinds[k].hydrophobic, 1000) && within(kinds[k].charge, 1000);
    if (!good)
      refuse(files, file,
             "type " + std::to_string(k) +
                 " is absurd: a radius is in [0, 100], other values in [-1000, 1000]");
  }
  return kinds;
}

std::vector<Atom> parse_atoms(const Files& files, const std::string& file, const std::string& bytes,
                              std::size_t kinds) {
  const auto count = records_in(files, file, bytes, record_bytes, most_atoms, "atoms");
  std::vector<Atom> atoms(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * record_bytes;
    atoms[i] = {value_at<float>(bytes, at), value_at<float>(bytes, at + 4),
                value_at<float>(bytes, at + 8), int(value_at<std::int32_t>(bytes, at + 12))};
    const Atom& atom = atoms[i];
    const std::string which = "atom " + std::to_string(i);
    if (!(within(atom.x, farthest) && within(atom.y, farthest) && within(atom.z, farthest)))
      refuse(files, file, which + " is not within 10000 angstrom");
    if (atom.type < 0 || std::size_t(atom.type) >= kinds)
      refuse(files, file,
             which + " has type " + std::to_string(atom.type) + ", forcefield.in has " +
                 std::to_string(kinds) + " types");
  }
  return atoms;
}

std::vector<float> parse_poses(const Files& files, int& poses) {
  const std::string file = "poses.in";
  poses = int(records_in(files, file, files.poses, 6 * sizeof(float), most_poses, "poses"));
  std::vector<float> pose(6 * std::size_t(poses));
  std::memcpy(pose.data(), files.poses.data(), files.poses.size());
  for (std::size_t i = 0; i < pose.size(); ++i)
    if (!within(pose[i], farthest))
      refuse(files, file,
             "value " + std::to_string(i) + " is not a number of at most 10000 in magnitude");
  return pose;
}

// One energy a line, spaces around it allowed; empty lines only at the end.
std::vector<double> parse_energies(const Files& files, int poses) {
  const std::string file = "ref_energies.out";
  std::vector<double> energies;
  const char* at = files.energies.c_str();
  const char* const end = at + (files.energies.find_last_not_of(" \t\r\n") + 1);
  while (at < end) {
    const std::string line = "line " + std::to_string(energies.size() + 1);
    if (energies.size() == std::size_t(poses))
      refuse(files, file, "there are more energies than the " + std::to_string(poses) + " poses");
    char* rest = nullptr;
    const double energy = *at == '\n' ? NAN : std::strtod(at, &rest);
    if (rest == nullptr || rest == at || !(std::abs(energy) <= 1e30))
      refuse(files, file, line + " is not an energy");
    while (*rest == ' ' || *rest == '\t' || *rest == '\r') ++rest;
    if (*rest != '\n' && rest < end) refuse(files, file, line + " holds more than an energy");
    energies.push_back(energy);
    at = rest + 1;
  }
  if (energies.size() != std::size_t(poses))
    refuse(files, file,
           std::to_string(energies.size()) + " energies for " + std::to_string(poses) + " poses");
  return energies;
}

std::string contents(const std::filesystem::path& path, const std::string& folder) {
  const std::string name = path.filename().string();
  std::error_code failed;
  const auto size = std::filesystem::file_size(path, failed);
  std::ifstream file;
  if (!failed) file.open(path, std::ios::binary);  // none for a pipe, which would be waited for
  if (!file.is_open())
    throw league::UsageError("--deck " + folder + ": cannot read " + name + "; a deck is a folder" +
                             " of ligand.in, protein.in, forcefield.in, poses.in" +
                             " and perhaps ref_energies.out");
  if (size > 64 * most_poses)
    throw league::UsageError("--deck " + folder + ": " + name + " is too large");
  std::string bytes(size, '\0');
  file.read(bytes.data(), std::streamsize(size));
  bytes.resize(std::size_t(file.gcount()));
  return bytes;
}

template <typename T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string bytes_of(const std::vector<Atom>& atoms) {
  std::string bytes;
  for (const Atom& atom : atoms) {
    for (const float value : {atom.x, atom.y, atom.z}) append(bytes, value);
    append(bytes, std::int32_t(atom.type));
  }
  return bytes;
}

std::string bytes_of(const std::vector<Kind>& kinds) {
  std::string bytes;
  for (const Kind& kind : kinds) {
    append(bytes, std::int32_t(kind.bond));
    for (const float value : {kind.radius, kind.hydrophobic, kind.charge}) append(bytes, value);
  }
  return bytes;
}

std::string lines_of(const std::vector<double>& energies) {
  std::ostringstream lines;
  lines << std::setprecision(9);
  for (const double energy : energies) lines << energy << '\n';
  return lines.str();
}

}  // namespace

Deck parse_deck(const Files& files) {
  Deck deck;
  deck.kinds = parse_kinds(files);
  deck.ligand = parse_atoms(files, "ligand.in", files.ligand, deck.kinds.size());
  deck.protein = parse_atoms(files, "protein.in", files.protein, deck.kinds.size());
  deck.pose = parse_poses(files, deck.poses);
  if (files.has_energies) deck.energies = parse_energies(files, deck.poses);
  return deck;
}

Deck read_deck(const std::string& folder) {
  const std::filesystem::path path(folder);
  Files files;
  files.folder = folder;
  files.forcefield = contents(path / "forcefield.in", folder);
  files.ligand = contents(path / "ligand.in", folder);
  files.protein = contents(path / "protein.in", folder);
  files.poses = contents(path / "poses.in", folder);
  std::error_code failed;
  files.has_energies = std::filesystem::exists(path / "ref_energies.out", failed);
  if (files.has_energies) files.energies = contents(path / "ref_energies.out", folder);
  return parse_deck(files);
}

void write_deck(const Deck& deck, const std::vector<double>& energies, const std::string& folder) {
  const std::filesystem::path path(folder);
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  const auto write = [&](const char* name, const std::string& bytes) {
    std::ofstream file(path / name, std::ios::binary);
    file << bytes;
    file.close();
    if (!file)
      throw league::UsageError("--write-deck " + folder + ": cannot write " + name +
                               "; the folder has to be writable and the disk not full");
  };
  write("ligand.in", bytes_of(deck.ligand));
  write("protein.in", bytes_of(deck.protein));
  write("forcefield.in", bytes_of(deck.kinds));
  std::string poses;
  for (const float value : deck.pose) append(poses, value);
  write("poses.in", poses);
  if (!energies.empty()) write("ref_energies.out", lines_of(energies));
}

}  // namespace bude
