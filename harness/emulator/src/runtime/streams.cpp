#include "runtime/streams.hpp"

#include <algorithm>
#include <thread>

#include "runtime/closed_pages.hpp"

namespace emu {

Streams::Streams(const Options& options, const int& sticky, std::recursive_mutex& lock)
    : options_(options), sticky_(sticky), lock_(lock) {
  create_stream(true)->is_default = true;
  create_stream(true);
}

namespace {

thread_local bool calls_back = false;

}  // namespace

bool in_callback() { return calls_back; }

void as_callback(const std::function<void()>& call) {
  std::thread([&call] {
    calls_back = true;
    call();
  }).join();
}

namespace {

struct OwnStream {
  Stream* stream = nullptr;
  ~OwnStream() {
    if (stream) stream->streams->thread_ends(stream);
  }
};
thread_local OwnStream own;

}  // namespace

Stream* Streams::per_thread() {
  if (!own.stream) {
    own.stream = second_taken_ ? create_stream(true) : streams_[1].get();
    own.stream->of_thread = second_taken_ = true;
  }
  return own.stream;
}

// What the thread has not waited for still runs, and others may be ordered behind it.
void Streams::thread_ends(Stream* own_stream) {
  const std::lock_guard<std::recursive_mutex> guard(lock_);
  const auto known = order_.host().find(own_stream->number);
  const std::uint64_t waited_for = known == order_.host().end() ? 0 : known->second;
  if (own_stream != streams_[1].get() && waited_for == own_stream->queued)
    destroy_stream(own_stream);
}

Stream* Streams::create_stream(bool blocking) {
  streams_.push_back(std::make_unique<Stream>());
  streams_.back()->streams = this;
  streams_.back()->blocking = blocking;
  streams_.back()->number = streams_ever_++;
  return streams_.back().get();
}

bool Streams::is_stream(const Stream* stream) const {
  return std::any_of(streams_.begin(), streams_.end(),
                     [stream](const auto& known) { return known.get() == stream; });
}

Stream* Streams::stream_at(const Point& point) const {
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [&](const auto& known) { return known->number == point.stream; });
  return found == streams_.end() ? nullptr : found->get();
}

void Streams::destroy_stream(Stream* stream) {
  finish(stream);
  streams_.erase(std::find_if(streams_.begin(), streams_.end(),
                              [stream](const auto& known) { return known.get() == stream; }));
}

void Streams::enqueue(Stream* stream, std::function<void()> work, bool is_kernel) {
  if (stream->capture) {
    stream->capture->push_back({std::move(work), is_kernel});
    return;
  }
  Task task;
  task.work = std::move(work);
  task.is_kernel = is_kernel;
  // The legacy default stream waits for all that block, and they for it.
  for (const auto& other : streams_)
    if (other.get() != stream &&
        ((stream->is_default && other->blocking) || (other->is_default && stream->blocking))) {
      if (other->queued > other->finished) task.after.push_back({other->number, other->queued});
      join(task.known, other->known);
    }
  queue(stream, std::move(task));
}

void Streams::queue(Stream* stream, Task task) {
  join(task.known, stream->known);
  join(task.known, order_.host());
  if (task.is_kernel) ++task.known[chain_of_kernels];
  stream->known = task.known;
  stream->known[stream->number] = ++stream->queued;
  stream->tasks.push_back(std::move(task));
}

void Streams::end_capture(const Captured* capture) {
  for (const auto& stream : streams_)
    if (stream->capture == capture) stream->capture = nullptr;
}

void Streams::wait_event(Stream* stream, const Event& event) {
  if (event.capture)
    for (const auto& other : streams_)
      if (other->capture == event.capture) {
        stream->capture = other->capture;
        return;
      }
  if (!event.recorded || !stream_at(event.after)) return;
  Task task;
  task.after.push_back(event.after);
  task.known = event.known;
  queue(stream, std::move(task));
}

Known Streams::run_tasks(Stream* stream, std::uint64_t until) {
  Known known;
  while (stream->finished < until) {
    Task task = std::move(stream->tasks.front());
    stream->tasks.pop_front();
    ++stream->finished;
    for (const Point& point : task.after)
      if (Stream* const other = stream_at(point)) run_tasks(other, point.tasks);
    if (task.work && !sticky_) {
      running_ = {stream->number, stream->finished};
      if (task.is_kernel) longest_chain_ = std::max(longest_chain_, task.known[chain_of_kernels]);
      if (options_.races) unordered_ = order_.unordered(stream->number, task.known);
      task.work();
    }
    known = std::move(task.known);
    known[stream->number] = stream->finished;
  }
  return known;
}

void Streams::finish(Stream* stream, std::uint64_t until) {
  const OpenPages open;
  const Known known = run_tasks(stream, until);
  const std::uint64_t before = order_.host_chain();
  // It may have run before, beside the host.
  order_.host_waited(until == stream->queued && until ? stream->known : known);
  if (order_.host_chain() > before) ++waited_;
  if (idle()) order_.forget();
}

bool Streams::idle() const {
  return std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& one) { return one->tasks.empty(); });
}

void Streams::run_all() {
  const OpenPages open;
  for (std::size_t i = 0; i < streams_.size(); ++i)
    run_tasks(streams_[i].get(), streams_[i]->queued);
}

void Streams::finish_all() {
  std::vector<Stream*> all;
  for (const auto& stream : streams_) all.push_back(stream.get());
  if (options_.seed % 2) std::reverse(all.begin(), all.end());
  for (Stream* stream : all) finish(stream);
}

}  // namespace emu
