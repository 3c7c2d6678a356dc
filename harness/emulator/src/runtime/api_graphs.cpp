// Graphs, those that a program captures and those that it builds node by node.
#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "runtime/copies.hpp"
#include "runtime/launches.hpp"

using namespace emu;

namespace {

enum class NodeKind : int { kernel = 0, copy = 1, fill = 2, host = 3, graph = 4, empty = 5 };

struct Graph;

struct Node {
  NodeKind kind = NodeKind::empty;
  Graph* graph = nullptr;
  Captured works;            // one after the other
  std::vector<Node*> after;  // what has to be over
};

struct Graph {
  std::vector<std::unique_ptr<Node>> nodes;
};

/// What an instantiated graph does, in an order that its edges allow.
struct Executable {
  struct Step {
    const Node* node;
    NodeKind kind;
    std::size_t place;  // of the node in its graph
    Captured works;
  };
  std::vector<Step> steps;
};

// None is ever destroyed: programs tidy up late.
auto& graphs = *new std::set<void*>;
auto& nodes = *new std::set<void*>;
auto& executables = *new std::set<void*>;

Graph* graph_of(void* handle) {
  return graphs.count(handle) ? static_cast<Graph*>(handle) : nullptr;
}
Node* node_of(void* handle) { return nodes.count(handle) ? static_cast<Node*>(handle) : nullptr; }
Executable* executable_of(void* handle) {
  return executables.count(handle) ? static_cast<Executable*>(handle) : nullptr;
}

Graph* new_graph() {
  auto* const graph = new Graph;
  graphs.insert(graph);
  return graph;
}

Node* new_node(Graph* graph, NodeKind kind, Captured works) {
  graph->nodes.push_back(std::make_unique<Node>());
  Node* const node = graph->nodes.back().get();
  node->kind = kind;
  node->graph = graph;
  node->works = std::move(works);
  nodes.insert(node);
  return node;
}

/// What calls put into a stream, without one.
int captured(Context& context, Captured& works, const std::function<int(void*)>& calls) {
  static Stream* const builder = context.streams.create_stream(false);
  builder->capture = &works;
  const int error = calls(builder);
  builder->capture = nullptr;
  return error;
}

/// Nodes in an order that the edges allow; empty if they go round.
std::vector<const Node*> ordered(const Graph& graph, bool last_first) {
  std::vector<const Node*> order;
  std::set<const Node*> done;
  while (order.size() < graph.nodes.size()) {
    const auto ready = [&](const std::unique_ptr<Node>& node) {
      return !done.count(node.get()) && std::all_of(node->after.begin(), node->after.end(),
                                                    [&](const Node* n) { return done.count(n); });
    };
    const Node* next = nullptr;
    for (const auto& node : graph.nodes)
      if ((!next || last_first) && ready(node)) next = node.get();
    if (!next) return {};
    done.insert(next);
    order.push_back(next);
  }
  return order;
}

std::size_t place_of(const Node* node) {
  const auto& all = node->graph->nodes;
  return static_cast<std::size_t>(
      std::find_if(all.begin(), all.end(), [node](const auto& n) { return n.get() == node; }) -
      all.begin());
}

bool add_edges(Graph* graph, Node* to, void* const* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Node* const node = node_of(from[i]);
    if (!node || node->graph != graph) return false;
    to->after.push_back(node);
  }
  return true;
}

/// A node of what `calls` put into a stream.
int add_node(void** handle, void* to, void* const* after, std::size_t count, NodeKind kind,
             const std::function<int(Context&, void*)>& calls) {
  return entry([&](Context& context) -> int {
    Graph* const graph = graph_of(to);
    if (!graph || !handle || (count && !after)) return invalid_value;
    for (std::size_t i = 0; i < count; ++i)
      if (!node_of(after[i]) || node_of(after[i])->graph != graph) return invalid_value;
    Captured works;
    const auto put = [&](void* stream) { return calls(context, stream); };
    if (const int error = captured(context, works, put)) return error;
    Node* const node = new_node(graph, kind, std::move(works));
    add_edges(graph, node, after, count);
    *handle = node;
    return success;
  });
}

/// Another meaning of a node, in its graph or in one that was instantiated.
int set_node(void* executable, bool in_executable, void* handle, NodeKind kind,
             const std::function<int(Context&, void*)>& calls) {
  return entry([&](Context& context) -> int {
    Node* const node = node_of(handle);
    if (!node || node->kind != kind) return invalid_value;
    Captured* to = &node->works;
    if (in_executable) {
      Executable* const known = executable_of(executable);
      if (!known) return invalid_value;
      const auto step = std::find_if(known->steps.begin(), known->steps.end(),
                                     [node](const auto& one) { return one.node == node; });
      if (step == known->steps.end()) return invalid_value;
      to = &step->works;
    }
    Captured works;
    const auto put = [&](void* stream) { return calls(context, stream); };
    if (const int error = captured(context, works, put)) return error;
    *to = std::move(works);
    return success;
  });
}

// --- what nodes do
struct KernelNode {
  const void* function;
  abi::Dim3 grid, block;
  unsigned shared;
  void** arguments;
  void** extra;
};
struct FillNode {
  void* to;
  std::size_t pitch;
  unsigned value, bytes;
  std::size_t width, height;  // in elements, in rows
};
struct HostNode {
  void (*function)(void*);
  void* data;
};
using Calls = std::function<int(Context&, void*)>;

Calls calls_of(const KernelNode* kernel) {
  return [=](Context& context, void* stream) -> int {
    if (!kernel || kernel->extra) return invalid_value;
    return queue_launch(context, context.modules.kernel(kernel->function),
                        {kernel->grid, kernel->block, kernel->shared, stream}, kernel->arguments);
  };
}
Calls calls_of(const FillNode* node) {
  return [=](Context& context, void* stream) -> int {
    if (!node || (node->bytes != 1 && node->bytes != 2 && node->bytes != 4)) return invalid_value;
    const std::size_t row = node->width * node->bytes;
    return fill(context,
                {node->to, node->value, node->bytes, node->height > 1 ? node->pitch : row, row,
                 node->height},
                stream);
  };
}
Calls calls_of(const HostNode* node) {
  return [node](Context& context, void* stream) -> int {
    if (!node || !node->function) return invalid_value;
    context.streams.enqueue(static_cast<Stream*>(stream),
                            [host = *node] { as_callback([&] { host.function(host.data); }); });
    return success;
  };
}
Calls calls_of(const Copy& copy, int kind) {
  return [=](Context& context, void* stream) { return asynchronous(context, copy, kind, stream); };
}
Calls calls_of(const Copy3* copy) {
  return [copy](Context& context, void* stream) {
    return copy_layers(context, copy, [&](const Copy& layer) {
      return asynchronous(context, layer, copy->kind, stream);
    });
  };
}
Calls nothing_to_do() {
  return [](Context&, void*) { return static_cast<int>(success); };
}

int list(const std::vector<Node*>& from, void** to, std::size_t* count) {
  if (!count) return invalid_value;
  for (std::size_t i = 0; to && i < *count; ++i) to[i] = i < from.size() ? from[i] : nullptr;
  *count = to ? std::min(*count, from.size()) : from.size();
  return success;
}

}  // namespace

// --- capture
EMU_API int cudaStreamBeginCapture(void* handle, int) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream || stream->is_default) return capture_unsupported;
    if (stream->capture) return illegal_state;
    stream->capture = new Captured;
    return success;
  });
}
// What other streams put in since they waited for an event of this one is part of it.
EMU_API int cudaStreamEndCapture(void* handle, void** graph) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, handle);
    if (!stream || !stream->capture) return illegal_state;
    const std::unique_ptr<Captured> works(stream->capture);
    context.streams.end_capture(works.get());
    if (!graph) return invalid_value;
    Graph* const made = new_graph();
    Node* before = nullptr;
    for (auto& work : *works) {
      Node* const node = new_node(made, NodeKind::kernel, {std::move(work)});
      if (before) node->after.push_back(before);
      before = node;
    }
    *graph = made;
    return success;
  });
}

// --- graphs and their nodes
EMU_API int cudaGraphCreate(void** graph, unsigned) {
  return entry([&](Context&) {
    if (!graph) return invalid_value;
    *graph = new_graph();
    return success;
  });
}
EMU_API int cudaGraphDestroy(void* handle) {
  return entry([&](Context&) {
    Graph* const graph = graph_of(handle);
    if (!graph) return invalid_value;
    for (const auto& node : graph->nodes) nodes.erase(node.get());
    graphs.erase(graph);
    delete graph;
    return success;
  });
}
EMU_API int cudaGraphClone(void** clone, void* handle) {
  return entry([&](Context&) {
    const Graph* const graph = graph_of(handle);
    if (!graph || !clone) return invalid_value;
    Graph* const made = new_graph();
    for (const auto& node : graph->nodes) new_node(made, node->kind, node->works);
    for (std::size_t i = 0; i < graph->nodes.size(); ++i)
      for (const Node* before : graph->nodes[i]->after)
        made->nodes[i]->after.push_back(made->nodes[place_of(before)].get());
    *clone = made;
    return success;
  });
}
EMU_API int cudaGraphAddKernelNode(void** node, void* graph, void* const* after, std::size_t count,
                                   const KernelNode* kernel) {
  return add_node(node, graph, after, count, NodeKind::kernel, calls_of(kernel));
}
EMU_API int cudaGraphAddMemcpyNode(void** node, void* graph, void* const* after, std::size_t count,
                                   const Copy3* copy) {
  return add_node(node, graph, after, count, NodeKind::copy, calls_of(copy));
}
EMU_API int cudaGraphAddMemcpyNode1D(void** node, void* graph, void* const* after,
                                     std::size_t count, void* to, const void* from,
                                     std::size_t bytes, int kind) {
  return add_node(node, graph, after, count, NodeKind::copy,
                  calls_of(plain(to, from, bytes), kind));
}
EMU_API int cudaGraphAddMemsetNode(void** node, void* graph, void* const* after, std::size_t count,
                                   const FillNode* fill) {
  return add_node(node, graph, after, count, NodeKind::fill, calls_of(fill));
}
EMU_API int cudaGraphAddHostNode(void** node, void* graph, void* const* after, std::size_t count,
                                 const HostNode* host) {
  return add_node(node, graph, after, count, NodeKind::host, calls_of(host));
}
EMU_API int cudaGraphAddEmptyNode(void** node, void* graph, void* const* after, std::size_t count) {
  return add_node(node, graph, after, count, NodeKind::empty, nothing_to_do());
}
EMU_API int cudaGraphAddChildGraphNode(void** node, void* graph, void* const* after,
                                       std::size_t count, void* child) {
  return add_node(
      node, graph, after, count, NodeKind::graph, [child](Context& context, void* stream) -> int {
        const Graph* const inner = graph_of(child);
        if (!inner) return invalid_value;
        for (const Node* one : ordered(*inner, context.options.seed % 2))
          for (const auto& work : one->works)
            context.streams.enqueue(static_cast<Stream*>(stream), work.run, work.is_kernel);
        return success;
      });
}
EMU_API int cudaGraphAddDependencies(void* handle, void* const* from, void* const* to, const void*,
                                     std::size_t count) {
  return entry([&](Context&) {
    Graph* const graph = graph_of(handle);
    if (!graph || (count && (!from || !to))) return invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      Node* const node = node_of(to[i]);
      if (!node || node->graph != graph || !add_edges(graph, node, from + i, 1))
        return invalid_value;
    }
    return success;
  });
}
EMU_API int cudaGraphRemoveDependencies(void* handle, void* const* from, void* const* to,
                                        const void*, std::size_t count) {
  return entry([&](Context&) {
    if (!graph_of(handle) || (count && (!from || !to))) return invalid_value;
    for (std::size_t i = 0; i < count; ++i) {
      Node* const node = node_of(to[i]);
      if (!node) return invalid_value;
      const auto place = std::find(node->after.begin(), node->after.end(), from[i]);
      if (place == node->after.end()) return invalid_value;
      node->after.erase(place);
    }
    return success;
  });
}
EMU_API int cudaGraphGetNodes(void* handle, void** to, std::size_t* count) {
  return entry([&](Context&) -> int {
    const Graph* const graph = graph_of(handle);
    if (!graph) return invalid_value;
    std::vector<Node*> all;
    for (const auto& node : graph->nodes) all.push_back(node.get());
    return list(all, to, count);
  });
}
EMU_API int cudaGraphGetRootNodes(void* handle, void** to, std::size_t* count) {
  return entry([&](Context&) -> int {
    const Graph* const graph = graph_of(handle);
    if (!graph) return invalid_value;
    std::vector<Node*> roots;
    for (const auto& node : graph->nodes)
      if (node->after.empty()) roots.push_back(node.get());
    return list(roots, to, count);
  });
}
EMU_API int cudaGraphNodeGetDependencies(void* handle, void** to, void*, std::size_t* count) {
  return entry([&](Context&) -> int {
    const Node* const node = node_of(handle);
    return node ? list(node->after, to, count) : static_cast<int>(invalid_value);
  });
}
EMU_API int cudaGraphGetEdges(void* handle, void** from, void** to, void*, std::size_t* count) {
  return entry([&](Context&) -> int {
    const Graph* const graph = graph_of(handle);
    if (!graph || !count) return invalid_value;
    std::vector<Node*> starts, ends;
    for (const auto& node : graph->nodes)
      for (Node* before : node->after) {
        starts.push_back(before);
        ends.push_back(node.get());
      }
    std::size_t again = *count;
    list(starts, from, &again);
    return list(ends, to, count);
  });
}
EMU_API int cudaGraphNodeGetType(void* handle, int* kind) {
  return entry([&](Context&) {
    const Node* const node = node_of(handle);
    if (!node || !kind) return invalid_value;
    *kind = static_cast<int>(node->kind);
    return success;
  });
}
EMU_API int cudaGraphKernelNodeSetParams(void* node, const KernelNode* kernel) {
  return set_node(nullptr, false, node, NodeKind::kernel, calls_of(kernel));
}
EMU_API int cudaGraphMemcpyNodeSetParams1D(void* node, void* to, const void* from,
                                           std::size_t bytes, int kind) {
  return set_node(nullptr, false, node, NodeKind::copy, calls_of(plain(to, from, bytes), kind));
}
EMU_API int cudaGraphMemsetNodeSetParams(void* node, const FillNode* fill) {
  return set_node(nullptr, false, node, NodeKind::fill, calls_of(fill));
}
EMU_API int cudaGraphHostNodeSetParams(void* node, const HostNode* host) {
  return set_node(nullptr, false, node, NodeKind::host, calls_of(host));
}

// --- what is instantiated
EMU_API int cudaGraphInstantiate(void** executable, void* handle, unsigned long long) {
  return entry([&](Context& context) {
    const Graph* const graph = graph_of(handle);
    if (!graph || !executable) return invalid_value;
    const auto order = ordered(*graph, context.options.seed % 2);
    if (order.size() < graph->nodes.size()) return invalid_value;  // it goes round
    auto* const made = new Executable;
    for (const Node* node : order)
      made->steps.push_back({node, node->kind, place_of(node), node->works});
    executables.insert(made);
    *executable = made;
    return success;
  });
}
EMU_API int cudaGraphInstantiateWithFlags(void** executable, void* graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(executable, graph, flags);
}
EMU_API int cudaGraphLaunch(void* handle, void* stream_handle) {
  return entry([&](Context& context) {
    Stream* stream = stream_of(context, stream_handle);
    const Executable* const executable = executable_of(handle);
    if (!stream) return invalid_resource_handle;
    if (!executable) return invalid_value;
    for (const auto& step : executable->steps)
      for (const auto& work : step.works) context.streams.enqueue(stream, work.run, work.is_kernel);
    return success;
  });
}
EMU_API int cudaGraphUpload(void* executable, void* stream) {
  return entry([&](Context& context) {
    return executable_of(executable) && stream_of(context, stream) ? success : invalid_value;
  });
}
EMU_API int cudaGraphExecDestroy(void* handle) {
  return entry([&](Context& context) {
    Executable* const executable = executable_of(handle);
    if (!executable) return invalid_value;
    context.streams.finish_all();
    executables.erase(executable);
    delete executable;
    return success;
  });
}
EMU_API int cudaGraphExecKernelNodeSetParams(void* executable, void* node,
                                             const KernelNode* kernel) {
  return set_node(executable, true, node, NodeKind::kernel, calls_of(kernel));
}
EMU_API int cudaGraphExecMemcpyNodeSetParams1D(void* executable, void* node, void* to,
                                               const void* from, std::size_t bytes, int kind) {
  return set_node(executable, true, node, NodeKind::copy, calls_of(plain(to, from, bytes), kind));
}
EMU_API int cudaGraphExecMemsetNodeSetParams(void* executable, void* node, const FillNode* fill) {
  return set_node(executable, true, node, NodeKind::fill, calls_of(fill));
}
EMU_API int cudaGraphExecHostNodeSetParams(void* executable, void* node, const HostNode* host) {
  return set_node(executable, true, node, NodeKind::host, calls_of(host));
}

namespace {
struct UpdateResult {
  int result;
  void* node;
  void* from;
};
}  // namespace

// The same nodes with other parameters.
EMU_API int cudaGraphExecUpdate(void* handle, void* graph_handle, UpdateResult* told) {
  constexpr int changed = 910, topology = 2, node_type = 3;
  return entry([&](Context&) {
    Executable* const executable = executable_of(handle);
    const Graph* const graph = graph_of(graph_handle);
    if (!executable || !graph) return static_cast<int>(invalid_value);
    const auto differs = [&](int result, void* node) {
      if (told) *told = {result, node, nullptr};
      return changed;
    };
    if (graph->nodes.size() != executable->steps.size()) return differs(topology, nullptr);
    for (const auto& step : executable->steps)
      if (graph->nodes[step.place]->kind != step.kind)
        return differs(node_type, graph->nodes[step.place].get());
    for (auto& step : executable->steps) step.works = graph->nodes[step.place]->works;
    if (told) *told = {success, nullptr, nullptr};
    return static_cast<int>(success);
  });
}
