// The marks of the compute phase, for variants in Fortran.
#include "league/stopwatch.hpp"

extern "C" void league_watch_start(league::Stopwatch* watch) { watch->start(); }
extern "C" void league_watch_stop(league::Stopwatch* watch) { watch->stop(); }
