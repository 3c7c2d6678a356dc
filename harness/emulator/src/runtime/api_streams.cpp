// Streams, events.
#include <unordered_set>

#include "runtime/api.hpp"

using namespace emu;

namespace {

int create(Context& context, void** handle, unsigned flags) {
  constexpr unsigned non_blocking = 1;
  if (!handle || flags > non_blocking) return invalid_value;
  *handle = context.streams.create_stream(flags != non_blocking);
  return success;
}

auto& events = *new std::unordered_set<void*>;  // never destroyed: programs tidy up late

int create_event(Context&, void** handle) {
  if (!handle) return invalid_value;
  *handle = new Event;
  events.insert(*handle);
  return success;
}

/// The event of a handle; null: it is none.
Event* event_of(void* handle) {
  return events.count(handle) ? static_cast<Event*>(handle) : nullptr;
}

bool over(const Context& context, const Event& event) {
  const Stream* const stream = context.streams.stream_at(event.after);
  return !event.recorded || !stream || stream->finished >= event.after.tasks;
}

}  // namespace

EMU_API int cudaStreamCreate(void** stream) {
  return entry([&](Context& context) { return create(context, stream, 0); });
}
EMU_API int cudaStreamCreateWithFlags(void** stream, unsigned flags) {
  return entry([&](Context& context) { return create(context, stream, flags); });
}
EMU_API int cudaStreamCreateWithPriority(void** stream, unsigned flags, int) {
  return entry([&](Context& context) { return create(context, stream, flags); });
}
EMU_API int cudaStreamDestroy(void* handle) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream || stream->is_default || stream->of_thread)
      return static_cast<int>(invalid_resource_handle);
    context.streams.destroy_stream(stream);
    return context.sticky;
  });
}
EMU_API int cudaStreamSynchronize(void* handle) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream) return static_cast<int>(invalid_resource_handle);
    if (stream->capture) return static_cast<int>(capture_unsupported);
    ++context.host.waits;
    context.streams.finish(stream);
    return context.sticky;
  });
}
// Asked often enough the work is done: each question lets one task run, and finds it running.
EMU_API int cudaStreamQuery(void* handle) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream) return static_cast<int>(invalid_resource_handle);
    if (stream->finished == stream->queued) {
      context.streams.finish(stream);
      return static_cast<int>(success);
    }
    context.streams.finish(stream, stream->finished + 1);
    return context.sticky ? context.sticky : static_cast<int>(not_ready);
  });
}
EMU_API int cudaStreamWaitEvent(void* handle, void* event, unsigned) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream || !event_of(event)) return invalid_resource_handle;
    context.streams.wait_event(stream, *event_of(event));
    return success;
  });
}

EMU_API int cudaEventCreate(void** event) {
  return entry([&](Context& context) { return create_event(context, event); });
}
EMU_API int cudaEventCreateWithFlags(void** event, unsigned) {
  return entry([&](Context& context) { return create_event(context, event); });
}
EMU_API int cudaEventDestroy(void* event) {
  return entry([&](Context& context) {
    if (!event_of(event)) return invalid_resource_handle;
    context.streams.finish_all();
    delete event_of(event);
    events.erase(event);
    return success;
  });
}
EMU_API int cudaEventRecord(void* handle, void* stream_handle) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, stream_handle);
    Event* const event = event_of(handle);
    if (!stream || !event) return invalid_resource_handle;
    context.streams.enqueue(stream, [&context, event] { event->stamp = context.instructions(); });
    event->after = {stream->number, stream->queued};
    event->known = stream->known;
    event->recorded = !stream->capture;
    event->capture = stream->capture;
    return success;
  });
}
EMU_API int cudaEventSynchronize(void* handle) {
  return entry([&](Context& context) {
    if (!event_of(handle)) return static_cast<int>(invalid_resource_handle);
    const Event& event = *event_of(handle);
    ++context.host.waits;
    if (!over(context, event))
      context.streams.finish(context.streams.stream_at(event.after), event.after.tasks);
    context.streams.knows(event);
    return context.sticky;
  });
}
EMU_API int cudaEventQuery(void* handle) {
  return entry([&](Context& context) {
    if (!event_of(handle)) return static_cast<int>(invalid_resource_handle);
    const Event& event = *event_of(handle);
    if (!over(context, event)) {
      Stream* const stream = context.streams.stream_at(event.after);
      context.streams.finish(stream, stream->finished + 1);
      return context.sticky ? context.sticky : static_cast<int>(not_ready);
    }
    context.streams.knows(event);
    return context.sticky;
  });
}
// There is no time here: a millisecond for each million instructions, the same in every run.
EMU_API int cudaEventElapsedTime(float* milliseconds, void* from, void* to) {
  return entry([&](Context& context) {
    if (!event_of(from) || !event_of(to)) return invalid_resource_handle;
    const Event& first = *event_of(from);
    const Event& second = *event_of(to);
    if (!first.recorded || !second.recorded) return invalid_resource_handle;
    if (!over(context, first) || !over(context, second)) return not_ready;
    *milliseconds = (static_cast<float>(second.stamp) - static_cast<float>(first.stamp)) / 1e6f;
    return success;
  });
}
