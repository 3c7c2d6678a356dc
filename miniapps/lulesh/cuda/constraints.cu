// The vendor reference: what limits the time step is found by the kernel in material.cu, which
// writes it to memory of the host; here it is read.

#include <cstring>

#include "launch.cuh"

namespace {

long long bits_of(double value) {
  long long bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

lulesh::Meeting nobody_there() {
  const lulesh::Limits& none = lulesh::no_limits;
  return {bits_of(none.crossing), bits_of(none.rate), bits_of(none.volume), bits_of(none.q), 0};
}

}  // namespace

lulesh::MeetingPlace::MeetingPlace() : empty_(nobody_there()), table_(1) {
  table_.copy_from(&empty_);
  league::demand(cudaHostAlloc(&for_host_, sizeof(Limits), cudaHostAllocMapped), "shared memory");
  *for_host_ = no_limits;
}

lulesh::MeetingPlace::~MeetingPlace() { static_cast<void>(cudaFreeHost(for_host_)); }

lulesh::Limits lulesh::MeetingPlace::result() const {
  league::demand(cudaDeviceSynchronize(), "cycle");
  return *for_host_;
}
