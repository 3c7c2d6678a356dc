// Code objects, executables and their symbols.
#include <cstring>

#include "hsa/info.hpp"
#include "hsa/process.hpp"

using namespace emu;
using namespace emu::hsa;

namespace {

using SymbolCallback = Status (*)(Handle executable, Handle symbol, void* data);

enum class SymbolInfo : std::uint32_t {
  type = 0,
  name_length = 1,
  name = 2,
  linkage = 5,
  allocation = 6,
  segment = 7,
  alignment = 8,
  bytes = 9,
  constant = 10,
  argument_bytes = 11,
  argument_alignment = 12,
  shared_bytes = 13,
  private_bytes = 14,
  dynamic_stack = 15,
  defined = 17,
  agent = 20,
  address = 21,
  kernel = 22
};

Status take(const char* name, Table<CodeObject>& table, const void* image, std::size_t bytes,
            Handle* handle) {
  if (!image || !handle || bytes == 0) return invalid_argument;
  try {
    handle->handle = table.add(std::make_shared<CodeObject>(read_code_object(image, bytes)));
  } catch (const BadImage& reason) {
    return refused(invalid_code_object, name, std::string("a code object: ") + reason.what());
  }
  return ok;
}

Status create(const char* name, Handle* executable) {
  return call(name, [&](Process& process) {
    if (!executable) return invalid_argument;
    executable->handle = process.executables.executables.add(std::make_shared<Executable>());
    return ok;
  });
}

template <typename F>
Status of_executable(const char* name, Handle handle, F body) {
  return device_call(name, [&](Process& process) {
    const std::shared_ptr<Executable> executable =
        process.executables.executables.find(handle.handle);
    if (!executable)
      return refused(invalid_executable, name, "no executable " + in_hex(handle.handle));
    return body(process, *executable);
  });
}

Status load(const char* name, Handle handle, Handle agent, Handle object,
            Table<CodeObject> Executables::* table, Status none) {
  return of_executable(name, handle, [&](Process& process, Executable& executable) {
    if (!is_gpu(agent)) return refused(invalid_agent, name, "no GPU " + in_hex(agent.handle));
    const std::shared_ptr<CodeObject> found = (process.executables.*table).find(object.handle);
    if (!found) return refused(none, name, "no code object " + in_hex(object.handle));
    if (executable.frozen) return refused(frozen_executable, name, "the executable is frozen");
    try {
      return process.executables.load(executable, *found);
    } catch (const BadImage& reason) {
      return refused(invalid_code_object, name, std::string("a code object: ") + reason.what());
    } catch (const Unsupported& reason) {
      return refused(invalid_code_object, name, std::string("unsupported: ") + reason.what());
    }
  });
}

// A program that looks whether a symbol is there gets a status and no line.
Status find(const char* name, Handle handle, const char* wanted, Handle* symbol) {
  return of_executable(name, handle, [&](Process&, const Executable& executable) {
    if (!wanted || !symbol) return invalid_argument;
    const auto found = executable.symbols.find(wanted);
    if (found == executable.symbols.end()) return invalid_symbol_name;
    symbol->handle = found->second;
    return ok;
  });
}

Status of_symbol(const Symbol& symbol, SymbolInfo what, void* value) {
  constexpr std::uint32_t of_program = 1, one_an_agent = 1;
  if (what == SymbolInfo::name) {
    std::memcpy(value, symbol.name.data(), symbol.name.size());
    return ok;
  }
  switch (what) {
    case SymbolInfo::type:
      return put(value, std::uint32_t{symbol.kernel});
    case SymbolInfo::name_length:
      return put(value, static_cast<std::uint32_t>(symbol.name.size()));
    case SymbolInfo::linkage:
      return put(value, of_program);
    case SymbolInfo::agent:
      return put(value, gpu_agent);
    case SymbolInfo::defined:
      return put(value, true);
    default:
      break;
  }
  if (symbol.kernel) switch (what) {
      case SymbolInfo::kernel:
        return put(value, symbol.address);
      case SymbolInfo::argument_bytes:
        return put(value, symbol.arguments);
      case SymbolInfo::argument_alignment:
        return put(value, std::uint32_t{16});
      case SymbolInfo::shared_bytes:
        return put(value, symbol.shared);
      case SymbolInfo::private_bytes:
        return put(value, symbol.lane);
      case SymbolInfo::dynamic_stack:
        return put(value, symbol.dynamic_stack);
      default:
        return invalid_argument;
    }
  switch (what) {
    case SymbolInfo::address:
      return put(value, symbol.address);
    case SymbolInfo::bytes:
      return put(value, static_cast<std::uint32_t>(symbol.bytes));
    case SymbolInfo::allocation:
      return put(value, one_an_agent);
    case SymbolInfo::segment:
    case SymbolInfo::alignment:
      return put(value, std::uint32_t{0});
    case SymbolInfo::constant:
      return put(value, false);
    default:
      return invalid_argument;
  }
}

}  // namespace

EMU_API Status hsa_code_object_deserialize(const void* image, std::size_t bytes, const char*,
                                           Handle* object) {
  constexpr const char* name = "hsa_code_object_deserialize";
  return call(name, [&](Process& process) {
    return take(name, process.executables.objects, image, bytes, object);
  });
}
EMU_API Status hsa_code_object_destroy(Handle object) {
  constexpr const char* name = "hsa_code_object_destroy";
  return call(name, [&](Process& process) {
    return process.executables.objects.remove(object.handle)
               ? ok
               : refused(invalid_code_object, name, "no code object " + in_hex(object.handle));
  });
}
EMU_API Status hsa_code_object_reader_create_from_memory(const void* image, std::size_t bytes,
                                                         Handle* reader) {
  constexpr const char* name = "hsa_code_object_reader_create_from_memory";
  return call(name, [&](Process& process) {
    return take(name, process.executables.readers, image, bytes, reader);
  });
}
EMU_API Status hsa_code_object_reader_destroy(Handle reader) {
  constexpr const char* name = "hsa_code_object_reader_destroy";
  return call(name, [&](Process& process) {
    return process.executables.readers.remove(reader.handle)
               ? ok
               : refused(invalid_code_object_reader, name, "no reader " + in_hex(reader.handle));
  });
}

EMU_API Status hsa_executable_create(std::uint32_t, std::uint32_t, const char*,
                                     Handle* executable) {
  return create("hsa_executable_create", executable);
}
EMU_API Status hsa_executable_create_alt(std::uint32_t, std::uint32_t, const char*,
                                         Handle* executable) {
  return create("hsa_executable_create_alt", executable);
}
EMU_API Status hsa_executable_destroy(Handle handle) {
  return of_executable("hsa_executable_destroy", handle,
                       [&](Process& process, const Executable& executable) {
                         process.executables.unload(executable);
                         process.executables.executables.remove(handle.handle);
                         return ok;
                       });
}
EMU_API Status hsa_executable_load_code_object(Handle executable, Handle agent, Handle object,
                                               const char*) {
  return load("hsa_executable_load_code_object", executable, agent, object, &Executables::objects,
              invalid_code_object);
}
EMU_API Status hsa_executable_load_agent_code_object(Handle executable, Handle agent, Handle reader,
                                                     const char*, Handle* loaded) {
  const Status status = load("hsa_executable_load_agent_code_object", executable, agent, reader,
                             &Executables::readers, invalid_code_object_reader);
  if (status == ok && loaded) *loaded = reader;
  return status;
}
EMU_API Status hsa_executable_freeze(Handle handle, const char*) {
  constexpr const char* name = "hsa_executable_freeze";
  return of_executable(name, handle, [&](Process&, Executable& executable) {
    if (executable.frozen) return refused(frozen_executable, name, "the executable is frozen");
    executable.frozen = true;
    return ok;
  });
}
EMU_API Status hsa_executable_validate(Handle handle, std::uint32_t* result) {
  return of_executable("hsa_executable_validate", handle, [&](Process&, const Executable&) {
    if (!result) return invalid_argument;
    *result = 0;
    return ok;
  });
}
EMU_API Status hsa_executable_global_variable_define(Handle handle, const char* variable,
                                                     void* address) {
  constexpr const char* name = "hsa_executable_global_variable_define";
  return of_executable(name, handle, [&](Process&, Executable& executable) {
    if (!variable) return invalid_argument;
    if (executable.frozen) return refused(frozen_executable, name, "the executable is frozen");
    return executable.defined.emplace(variable, reinterpret_cast<std::uint64_t>(address)).second
               ? ok
               : refused(variable_already_defined, name,
                         "'" + std::string(variable) + "' is defined already");
  });
}

EMU_API Status hsa_executable_get_symbol_by_name(Handle executable, const char* wanted,
                                                 const Handle*, Handle* symbol) {
  return find("hsa_executable_get_symbol_by_name", executable, wanted, symbol);
}
EMU_API Status hsa_executable_get_symbol(Handle executable, const char*, const char* wanted, Handle,
                                         std::int32_t, Handle* symbol) {
  return find("hsa_executable_get_symbol", executable, wanted, symbol);
}
EMU_API Status hsa_executable_iterate_symbols(Handle handle, SymbolCallback callback, void* data) {
  return of_executable("hsa_executable_iterate_symbols", handle,
                       [&](Process&, const Executable& executable) {
                         if (!callback) return invalid_argument;
                         for (const auto& [name, symbol] : executable.symbols)
                           if (const Status status = callback(handle, {symbol}, data))
                             return status;
                         return ok;
                       });
}
EMU_API Status hsa_executable_symbol_get_info(Handle handle, std::uint32_t what, void* value) {
  constexpr const char* name = "hsa_executable_symbol_get_info";
  return call(name, [&](Process& process) {
    const std::shared_ptr<Symbol> symbol = process.executables.symbols.find(handle.handle);
    if (!symbol)
      return refused(invalid_executable_symbol, name, "no symbol " + in_hex(handle.handle));
    if (!value) return invalid_argument;
    return of_symbol(*symbol, static_cast<SymbolInfo>(what), value) == ok
               ? ok
               : refused(invalid_argument, name,
                         "attribute " + in_hex(what) + " is not there for '" + symbol->name + "'");
  });
}
