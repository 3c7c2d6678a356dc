// par.teams.private-firstprivate
// OpenMP 4.0, section 10.2: with private each team has a new copy of the item, with firstprivate
// one that begins with the original's value; the originals stay as they are.
// Observed: the value each team's copy begins with, and what the originals hold afterwards.
// Mutant: firstprivate(given) => shared(given)
// Mutant: private(scratch) => shared(scratch)

#include "league/claim.hpp"

int main() {
  league::Claim claim;
  constexpr int room = 4;
  int scratch = 7;
  int given = 100;
  int began[room] = {};
  int kept[room] = {};
  int teams = 0;
  int on_host = 1;

  #pragma omp target map(tofrom : scratch, given, began, kept, teams, on_host)
  #pragma omp teams num_teams(4) private(scratch) firstprivate(given)
  {
    const int team = omp_get_team_num();
    if (team == 0) teams = omp_get_num_teams();
    #pragma omp parallel num_threads(1)  // directly inside teams no atomic may stand
    {
      // Atomic, so that a copy which the teams share by mistake is no race.
      #pragma omp atomic capture
      {
        began[team] = given;
        given += 1000;
      }
      #pragma omp atomic write
      scratch = 50 + team;
      #pragma omp atomic read
      kept[team] = scratch;
      if (team == 0) on_host = omp_is_initial_device();
    }
  }

  claim.ran(on_host);
  claim.holds("one to four teams", teams >= 1 && teams <= room);
  for (int team = 0; team < teams; ++team) {
    claim.equal("first value of the copy", began[team], 100);
    claim.equal("private copy", kept[team], 50 + team);
  }
  claim.equal("original of the private item", scratch, 7);
  claim.equal("original of the firstprivate item", given, 100);
  return claim.verdict();
}
