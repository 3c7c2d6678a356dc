#include "tealeaf.hpp"

#include <cmath>
#include <iostream>
#include <limits>
#include <memory>

#include "../common/picture.hpp"
#include "league/driver.hpp"
#include "tealeaf_check.hpp"
#include "tealeaf_deck.hpp"
#include "tealeaf_fields.hpp"

void Tealeaf::configure(Class& cls, const league::Options& options) {
  const bool strict = options.given("--strict").has_value();
  if (const auto every = options.given("--summary-every"))
    league::parse_integer(*every, "--summary-every", 1, 1000000);
  if (const auto picture = options.given("--plot")) picture::demand_place(*picture);
  const auto path = options.given("--deck");
  if (path) {
    static std::unique_ptr<tea::Deck> deck;  // lives as long as the class that points to it
    std::vector<std::string> warnings;
    const std::string name = path->substr(path->find_last_of('/') + 1);
    cls.letter = 'X';
    deck = std::make_unique<tea::Deck>(tea::read_deck(deck::load(*path), name, cls, warnings));
    deck::tell(warnings, strict);
    cls.deck = deck.get();
    for (const auto& [key, text] : options.set)  // goes over what the deck says
      for (const auto& parameter : parameters)
        if (key == parameter.name)
          cls.*parameter.member =
              int(league::parse_integer(text, "--set " + key, parameter.low, parameter.high));
  }
  for (const auto& [key, text] : options.set)
    if (key == "n" && cls.n > 0) cls.x_cells = cls.y_cells = cls.n;
  cls.n = cls.x_cells == cls.y_cells ? cls.x_cells : 0;
  tea::demand_agreement(cls);
}

template <typename Real>
Tealeaf::Data<Real> Tealeaf::make(const Class& cls) {
  const std::size_t cells = std::size_t(cls.x_cells) * std::size_t(cls.y_cells);
  const auto poison = league::poison<Real>();
  Data<Real> data{league::vector<Real>(cells), league::vector<Real>(cells),
                  league::vector<Real>(cells, poison), league::vector<Real>(cells, poison),
                  std::vector<tea::Step>(std::size_t(cls.steps))};
  tea::initial_state(cls, data.density.data(), data.start.data());
  return data;
}

template <typename Real>
league::Checks Tealeaf::check(const Class& cls, const Data<Real>& data) {
  return tea::check(cls, data);
}

template <typename Real>
void Tealeaf::finish(const Class& cls, const Data<Real>& data, const league::Options& options) {
  if (const auto every = options.given("--summary-every"))
    tea::print_summary(cls, data, std::stoi(*every), options.text());
  if (const auto path = options.given("--plot")) tea::plot(cls, data, *path);
}

namespace {

/// Operations and numbers moved in an iteration and cell.
struct Cost {
  double flops;
  double numbers;
};

// A x takes 20 operations.  Jacobi: v, u0, 1 / diagonal and u read, u written.  CG: u, r, p and w
// read and written, v read; with a preconditioner u and p read and written, v and z read and w
// written, then r and w read and r written.  Chebyshev, and the inside of PPCG: the residual from
// u0, u and v; direction and u read and written, residual read.
Cost cost_of(const Tealeaf::Class& cls, bool inside) {
  if (cls.solver == tea::use_jacobi) return {18, 5};
  const bool smooths = cls.solver == tea::use_chebyshev || inside;
  Cost cost = smooths ? Cost{25, 9} : Cost{34, 9};
  if (!smooths && cls.preconditioner != tea::none) cost = {30, 11};
  if (cls.solver == tea::use_ppcg && !inside) cost = {34, 15};  // two more products
  if (cls.preconditioner == tea::jac_diag) cost = {cost.flops + 1, cost.numbers + 3};
  if (cls.preconditioner == tea::jac_block) cost = {cost.flops + 8, cost.numbers + 7};
  return cost;
}

league::Work work_of(const Tealeaf::Class& cls, std::size_t real_bytes, const tea::Count& count) {
  const double cells = double(cls.x_cells) * cls.y_cells;
  const Cost outer = cost_of(cls, false);
  const Cost inner = cost_of(cls, true);
  const double flops = cells * (count.outer * outer.flops + count.inner * inner.flops);
  const double numbers = cells * (count.outer * outer.numbers + count.inner * inner.numbers);
  const double merit = cells * (count.outer + count.inner);
  const double field = (cls.y_cells + 2.0) * double(tea::pitch_of(cls.x_cells));
  const double resident = double(real_bytes) * (4 * cells + double(tea::field_count(cls)) * field);
  return {flops, double(real_bytes) * numbers, resident, merit, merit > 0 ? "cell-iterations" : ""};
}

}  // namespace

league::Work Tealeaf::work(const Class& cls, std::size_t real_bytes) {
  return work_of(cls, real_bytes, tea::known_iterations(cls));
}

template <typename Real>
league::Work Tealeaf::work_done(const Class& cls, const Data<Real>& data) {
  tea::Count count{0, 0};
  for (const tea::Step& step : data.history) {
    count.outer += step.iterations;
    count.inner += step.inner;
  }
  return work_of(cls, sizeof(Real), count);
}

int main(int argc, char** argv) { return league::drive<Tealeaf>(argc, argv); }
