#pragma once

#include "league/cuda.hpp"

namespace npb {

/// Work recorded once and launched as a whole: what costs most in small classes is launching.
class Recording {
 public:
  Recording() { league::demand(cudaStreamCreate(&stream_), "stream"); }
  ~Recording() {
    if (exec_ != nullptr) static_cast<void>(cudaGraphExecDestroy(exec_));
    static_cast<void>(cudaStreamDestroy(stream_));
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  cudaStream_t stream() const { return stream_; }

  void begin() {
    league::demand(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed), "capture");
  }
  void end() {
    cudaGraph_t graph = nullptr;
    league::demand(cudaStreamEndCapture(stream_, &graph), "end of capture");
    league::demand(cudaGraphInstantiateWithFlags(&exec_, graph, 0), "graph");
    league::demand(cudaGraphDestroy(graph), "release of the graph");
  }
  void replay() { league::demand(cudaGraphLaunch(exec_, stream_), "graph launch"); }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t exec_ = nullptr;
};

}  // namespace npb
