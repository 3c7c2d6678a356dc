// Decks: a folder of five files, or one that is made up.
#pragma once

#include <string>
#include <vector>

#include "bude_body.hpp"

namespace bude {

// The force field.
constexpr double hardness = 38.0;
constexpr double charge_unit = 45.0;
constexpr double both_hydrophobic = 5.5;  // range of desolvation, angstrom
constexpr double one_hydrophobic = 1.0;

/// One type of atom.
struct Kind {
  int bond;           ///< letter of its hydrogen bonding; 'E' and 'F' mean something
  float radius;       ///< angstrom
  float hydrophobic;  ///< negative: hydrophobic; positive: polar
  float charge;
};

struct Deck {
  std::vector<Atom> ligand;
  std::vector<Atom> protein;
  std::vector<Kind> kinds;
  int poses = 0;
  std::vector<float> pose;       ///< three angles, three shifts: six arrays of `poses` each
  std::vector<double> energies;  ///< of every pose, as the deck has them; empty if it has none
  /// Poses of a made-up deck repeat: pose p is the same as the `source[p]`-th different one, and
  /// `first[s]` is a pose that shows it.  Empty for a deck that was read.
  std::vector<int> source;
  std::vector<int> first;
};

/// The contents of the files of a deck, and how messages call the folder.
struct Files {
  std::string folder;
  std::string ligand;
  std::string protein;
  std::string forcefield;
  std::string poses;
  std::string energies;
  bool has_energies = false;
};

/// Throws league::UsageError for what is truncated, out of range, or does not fit together.
Deck parse_deck(const Files& files);

/// Read ligand.in, protein.in, forcefield.in, poses.in and, if it is there, ref_energies.out.
/// Throws league::UsageError, too, if a file cannot be read.
Deck read_deck(const std::string& folder);

/// Write the five files of a deck into a folder, which is made if it is not there; without
/// energies only four.  Throws league::UsageError if that fails.
void write_deck(const Deck& deck, const std::vector<double>& energies, const std::string& folder);

/// A deck of that size, always the same: a shell of protein around an empty pocket for the ligand.
/// `different` is the number of poses that are not repetitions; in a `sharp` one some atoms are
/// small and some have no radius.
Deck made_up_deck(int poses, int ligand, int protein, int different, bool sharp);

/// Types of atoms in a made-up deck.
int made_up_kinds();

/// The force field of every ligand type (row) against every protein type.
std::vector<Pair> mixed(const std::vector<Kind>& kinds);

/// Energy of one pose in double precision, term by term as the force field is defined; shares
/// nothing with the functions that variants use.
double reference_energy(const Deck& deck, int pose);

}  // namespace bude
