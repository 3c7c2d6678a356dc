// All devices at once: a pipeline on each, chunks are dealt out like cards.

#include <omp.h>

#include <algorithm>

#include "async.hpp"

template <typename Real>
void Async::run(const Class& cls, Data<Real>& data, league::Stopwatch& watch) {
  const int rounds = cls.rounds;
  const Real* x = data.x.data();
  Real* y = data.y.data();
  const int devices = std::max(1, omp_get_num_devices());  // without any, the host plays one

  for (int device = 0; device < omp_get_num_devices(); ++device) {
    int on_host = 1;
    #pragma omp target device(device) map(from : on_host)
    on_host = omp_is_initial_device();
    data.idle_devices += on_host;
  }
  // A device holds its own chunks and no others, so an answer can only come from the right one.
  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int length = begin_of(cls, chunk + 1) - begin;
    #pragma omp target enter data device(chunk % devices) \
        map(alloc : x[begin : length], y[begin : length])
  }

  watch.start();
  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int end = begin_of(cls, chunk + 1);
    const int device = chunk % devices;
    #pragma omp target update to(x[begin : end - begin]) device(device) depend(out : x[begin]) \
        nowait
    // A pointer alone would be looked up by where the whole array begins; the map names what is
    // here.
    #pragma omp target teams distribute parallel for device(device)                       \
        map(alloc : x[begin : end - begin], y[begin : end - begin]) depend(in : x[begin]) \
        depend(out : y[begin]) nowait
    for (int i = begin; i < end; ++i) {
      Real v = x[i];
      for (int round = 0; round < rounds; ++round) {
        v = 5 * v + 1;
        v -= 4096 * Real(int(v / 4096));
      }
      y[i] = v;
    }
    #pragma omp target update from(y[begin : end - begin]) device(device) depend(in : y[begin]) \
        nowait
  }
  #pragma omp taskwait
  watch.stop();

  for (int chunk = 0; chunk < cls.chunks; ++chunk) {
    const int begin = begin_of(cls, chunk);
    const int length = begin_of(cls, chunk + 1) - begin;
    #pragma omp target exit data device(chunk % devices) \
        map(release : x[begin : length], y[begin : length])
  }
}

template void Async::run(const Class&, Data<float>&, league::Stopwatch&);
template void Async::run(const Class&, Data<double>&, league::Stopwatch&);
