// Streams, their tasks and events: when work runs, and what is known to be over then.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "exec/launch.hpp"
#include "runtime/order.hpp"

namespace emu {

/// So many tasks of a stream, which may be gone: streams have numbers that no other ever has.
struct Point {
  std::uint32_t stream = 0;
  std::uint64_t tasks = 0;
};

/// Work in a stream: what has to be done, after what.
struct Task {
  std::function<void()> work;  // empty: it only waits
  bool is_kernel = false;
  std::vector<Point> after;
  Known known;  // what is over when it runs
};

/// Works that a stream or a graph was given, to be done later.
struct Work {
  std::function<void()> run;
  bool is_kernel = false;
};
using Captured = std::vector<Work>;

/// Runs what a program has put into a stream, in a thread of its own, where it may not call the
/// device.
void as_callback(const std::function<void()>& call);
/// Whether this thread is such a one.
bool in_callback();

class Streams;

struct Stream {
  Streams* streams = nullptr;
  std::uint32_t number = 0;
  bool blocking = true;  // with respect to the legacy default stream
  bool is_default = false;
  bool of_thread = false;  // the default stream of a thread
  std::deque<Task> tasks;
  std::uint64_t queued = 0;    // tasks ever queued
  std::uint64_t finished = 0;  // of which have run
  Known known;                 // once all of it has run
  Captured* capture = nullptr;
};

struct Event {
  Point after;
  Known known;              // when it is over
  std::uint64_t stamp = 0;  // instructions of the device up to then
  bool recorded = false;
  const Captured* capture = nullptr;  // recorded in a stream that captured
};

class Streams {
 public:
  /// No task runs once `sticky` is an error; a thread that ends takes `lock`.
  Streams(const Options& options, const int& sticky, std::recursive_mutex& lock);

  Stream* legacy() { return streams_[0].get(); }
  Stream* per_thread();  // of the thread that asks
  void thread_ends(Stream* own);
  Stream* create_stream(bool blocking);
  bool is_stream(const Stream* stream) const;
  Stream* stream_at(const Point& point) const;  // null: it is gone
  void destroy_stream(Stream* stream);
  void enqueue(Stream* stream, std::function<void()> work, bool is_kernel = false);
  /// A stream that waits for an event of one that captures captures with it.
  void wait_event(Stream* stream, const Event& event);
  /// No stream captures into it any longer.
  void end_capture(const Captured* capture);
  /// The host waits for tasks of a stream.
  void finish(Stream* stream, std::uint64_t until);
  void finish(Stream* stream) { finish(stream, stream->queued); }
  void finish_all();
  /// Runs all there is, while the host does not wait for it.
  void run_all();
  /// Nothing is left to run.
  bool idle() const;
  /// Kernels that ran, each of them behind the one before: the longest chain.
  std::uint64_t longest_chain() const { return longest_chain_; }
  /// How often the host waited until a kernel was over; not where none was, or only copies were.
  std::uint64_t waited() const { return waited_; }
  /// The host saw that an event is over.
  void knows(const Event& event) { order_.host_waited(event.known); }

  // Of the task that runs:
  /// Earlier work that nothing orders before it.
  const std::vector<NumberRange>& unordered() const { return unordered_; }
  /// It touched memory under these numbers.
  void ran(NumberRange numbers) { order_.ran(running_.stream, running_.tasks, numbers); }
  /// Whether there is a stream beside those that every process has.
  bool several() const { return streams_ever_ > own_streams; }

 private:
  static constexpr std::uint32_t own_streams = 2;

  void queue(Stream* stream, Task task);
  Known run_tasks(Stream* stream, std::uint64_t until);  // what the last of them knew

  const Options& options_;
  const int& sticky_;
  std::recursive_mutex& lock_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::uint32_t streams_ever_ = 0;
  bool second_taken_ = false;  // the second stream is that of the first thread which has one
  StreamOrder order_;
  std::uint64_t longest_chain_ = 0;
  std::uint64_t waited_ = 0;
  Point running_;
  std::vector<NumberRange> unordered_;
};

}  // namespace emu
