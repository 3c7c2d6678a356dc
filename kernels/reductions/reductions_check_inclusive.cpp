#include "reductions_check_scan.hpp"

template <typename T>
ScanInclusive::Data<T> ScanInclusive::make(const Class& cls) {
  return rows_to_scan<T>(cls);
}

template <typename T>
league::Checks ScanInclusive::check(const Class& cls, const Data<T>& data) {
  return running_sums(cls, data, true);
}

int main(int argc, char** argv) { return league::drive<ScanInclusive>(argc, argv); }
