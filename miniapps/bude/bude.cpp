#include "bude.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iomanip>

#include "bude_deck.hpp"
#include "bude_published.hpp"
#include "league/driver.hpp"

namespace {

constexpr double affordable = 1e8;  // interactions that the check computes again in double

// The deck of a class, and reference energies once they were needed.  A process uses one deck.
struct Case {
  int poses = 0;
  int ligand = 0;
  int protein = 0;
  int sharp = 0;
  const bude::Deck* read = nullptr;
  bude::Deck made_up;
  std::vector<int> sample;        // poses computed again
  std::vector<double> reference;  // their energies

  const bude::Deck& deck() const { return read != nullptr ? *read : made_up; }
};

Case& case_of(const Bude::Class& cls) {
  static Case known;
  if (known.poses == cls.poses && known.ligand == cls.ligand && known.protein == cls.protein &&
      known.sharp == cls.sharp && known.read == cls.deck)
    return known;
  known = {cls.poses, cls.ligand, cls.protein, cls.sharp, cls.deck, {}, {}, {}};
  const double again = affordable / (double(cls.ligand) * cls.protein);
  const int count = std::min(cls.poses, int(std::clamp(again, 32.0, 1024.0)));
  if (cls.deck == nullptr) {
    known.made_up = bude::made_up_deck(cls.poses, cls.ligand, cls.protein, count, cls.sharp != 0);
    known.sample = known.made_up.first;
  } else {  // spread from the first to the last
    for (long i = 0; i < count; ++i)
      known.sample.push_back(int(i * (cls.poses - 1L) / std::max(count - 1, 1)));
  }
  return known;
}

// Relative to the magnitude; energies about zero count as one.
double error_of(double energy, double expected) {
  return std::abs(energy - expected) / std::max(std::abs(expected), 1.0);
}

// How far the function that all energies are compared with is from published ones.  It looks at no
// result, but finds what definition, table and variants would have wrong together.
double published_error() {
  namespace known = bude::published;
  bude::Deck deck;
  deck.ligand.assign(known::ligand.begin(), known::ligand.end());
  deck.protein.assign(known::protein.begin(), known::protein.end());
  deck.kinds.assign(known::kinds.begin(), known::kinds.end());
  deck.poses = int(known::poses.size());
  for (std::size_t k = 0; k < 6; ++k)
    for (const auto& pose : known::poses) deck.pose.push_back(pose.place[k]);
  double error = 0;
  for (int pose = 0; pose < deck.poses; ++pose)
    error = league::detail::worse(error, error_of(bude::reference_energy(deck, pose),
                                                  known::poses[std::size_t(pose)].energy));
  return error;
}

}  // namespace

void Bude::configure(Class& cls, const league::Options& options) {
  if ((cls.ppwi & (cls.ppwi - 1)) != 0)
    throw league::UsageError("--set ppwi: " + std::to_string(cls.ppwi) +
                             " is none of 0, 1, 2, 4, 8, 16, 32, 64, 128");
  if (const auto out = options.given("--out")) league::demand_writable(*out, "--out");
  const auto folder = options.given("--deck");
  if (!folder) return;
  static bude::Deck deck;
  deck = bude::read_deck(*folder);
  if (deck.energies.empty()) {
    const std::string doubt =
        "--deck " + *folder +
        ": there is no ref_energies.out; only a sample of the energies can be checked";
    if (options.given("--strict")) throw league::UsageError(doubt);
    std::fprintf(stderr, "warning: %s\n", doubt.c_str());
  }
  cls.letter = 'X';
  int poses = deck.poses;
  int iterations = 8;  // what the public program does
  for (const auto& [key, text] : options.set) {
    if (key == "ligand" || key == "protein")
      throw league::UsageError("--set " + key + ": the deck says how many atoms there are");
    if (key == "poses") poses = cls.poses;
    if (key == "iterations") iterations = cls.iterations;
  }
  if (poses > deck.poses)
    throw league::UsageError("--set poses: the deck has only " + std::to_string(deck.poses));
  cls.poses = poses;
  cls.iterations = iterations;
  cls.ligand = int(deck.ligand.size());
  cls.protein = int(deck.protein.size());
  cls.deck = &deck;
}

template <typename Real>
Bude::Data<Real> Bude::make(const Class& cls) {
  const bude::Deck& deck = case_of(cls).deck();
  const auto poses = std::size_t(cls.poses);
  Data<Real> data;
  data.deck = &deck;
  data.kinds = int(deck.kinds.size());
  data.ligand.assign(deck.ligand.begin(), deck.ligand.end());
  data.protein.assign(deck.protein.begin(), deck.protein.end());
  const auto pairs = bude::mixed(deck.kinds);
  data.pairs.assign(pairs.begin(), pairs.end());
  data.pose.resize(6 * poses);
  for (std::size_t k = 0; k < 6; ++k)  // the first poses of each of the deck's six arrays
    std::copy_n(&deck.pose[k * std::size_t(deck.poses)], poses, &data.pose[k * poses]);
  data.energy.assign(poses, league::poison<Real>());
  return data;
}

template <typename Real>
league::Checks Bude::check(const Class& cls, const Data<Real>& data) {
  Case& known = case_of(cls);
  const bude::Deck& deck = *data.deck;
  if (known.reference.empty())
    for (const int pose : known.sample)
      known.reference.push_back(pose < 0 ? 0 : bude::reference_energy(deck, pose));

  // A distance of d angstrom has an error of about d * 1e-7, a term that times its slope, 76 / 3 at
  // most; the errors of the hundreds of terms that are not zero add up like a random walk, and so
  // do the roundings of the sum: some 1e-5 of the magnitude, more where terms cancel.  The limit is
  // the one that the public program states, 0.025 %.
  const double tolerance = 2.5e-4;
  league::Checks checks{
      {"published_energies", published_error(), tolerance, league::Check::Kind::structural}};
  double error = 0;
  if (!deck.source.empty()) {  // made up: every pose is one of the sample
    for (std::size_t p = 0; p < data.energy.size(); ++p)
      error = league::detail::worse(
          error, error_of(data.energy[p], known.reference[std::size_t(deck.source[p])]));
    checks.push_back({"energies_in_double", error, tolerance});
    return checks;
  }
  for (std::size_t i = 0; i < known.sample.size(); ++i)
    error = league::detail::worse(
        error, error_of(data.energy[std::size_t(known.sample[i])], known.reference[i]));
  checks.push_back({"sample_in_double", error, tolerance});

  error = 0;
  if (!deck.energies.empty()) {
    for (std::size_t p = 0; p < data.energy.size(); ++p)
      error = league::detail::worse(error, error_of(data.energy[p], deck.energies[p]));
    checks.push_back({"energies_of_the_deck", error, tolerance});
  } else {
    for (const Real energy : data.energy) error += std::isfinite(energy) ? 0 : 1;
    checks.push_back({"energies_not_finite", error, 0});
  }
  return checks;
}

template <typename Real>
void Bude::finish(const Class& cls, const Data<Real>& data, const league::Options& options) {
  if (const auto folder = options.given("--write-deck")) {
    const Case& known = case_of(cls);
    std::vector<double> energies = data.deck->energies;
    for (const int different : data.deck->source)
      energies.push_back(known.reference[std::size_t(different)]);
    bude::write_deck(*data.deck, energies, *folder);
  }
  const auto path = options.given("--out");
  if (!path) return;
  std::ofstream file(*path);
  file << std::setprecision(9);
  for (const Real energy : data.energy) file << energy << '\n';
  file.close();
  if (!file) throw league::UsageError("--out: cannot write " + *path);
}

league::Work Bude::work(const Class& cls, std::size_t real_bytes) {
  const double kinds =
      cls.deck != nullptr ? double(cls.deck->kinds.size()) : double(bude::made_up_kinds());
  const double interactions = double(cls.poses) * cls.ligand * cls.protein * cls.iterations;
  const double moves = double(cls.poses) * cls.ligand * cls.iterations;
  const double atoms = double(sizeof(bude::Atom)) * (double(cls.ligand) + cls.protein);
  const double tables = atoms + double(sizeof(bude::Pair)) * kinds * kinds;
  const double per_pose = 7.0 * double(real_bytes);  // six numbers in, one out
  league::Work work;
  // An interaction: 3 differences, 5 for the square, a root, 3 * 2 for the lines, 3 * 2 to add
  // them.
  work.flops = 21 * interactions + 18 * moves;
  work.bytes = (per_pose * cls.poses + tables) * cls.iterations;
  work.resident = 2 * (per_pose * cls.poses + tables);  // the deck and the copy a run uses
  work.merit = interactions;
  work.merit_unit = "interactions";
  return work;
}

int main(int argc, char** argv) { return league::drive<Bude>(argc, argv); }
