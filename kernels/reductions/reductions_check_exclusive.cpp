#include "reductions_check_scan.hpp"

template <typename T>
ScanExclusive::Data<T> ScanExclusive::make(const Class& cls) {
  return rows_to_scan<T>(cls);
}

template <typename T>
league::Checks ScanExclusive::check(const Class& cls, const Data<T>& data) {
  return running_sums(cls, data, false);
}

int main(int argc, char** argv) { return league::drive<ScanExclusive>(argc, argv); }
