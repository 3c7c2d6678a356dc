// The interface as the tests call it: declarations of our own, without anybody's headers.
#pragma once

#include "hsa/abi.hpp"

extern "C" {
using emu::hsa::Handle;
using emu::hsa::PointerInfo;
using emu::hsa::QueueMemory;
using Answer = std::uint32_t;
using Callback = Answer (*)(Handle, void*);
using QueueCallback = void (*)(Answer, QueueMemory*, void*);

Answer hsa_init();
Answer hsa_shut_down();
Answer hsa_status_string(Answer, const char**);
Answer hsa_system_get_info(std::uint32_t, void*);
Answer hsa_iterate_agents(Callback, void*);
Answer hsa_agent_get_info(Handle, std::uint32_t, void*);
Answer hsa_agent_iterate_isas(Handle, Callback, void*);
Answer hsa_isa_get_info_alt(Handle, std::uint32_t, void*);
Answer hsa_amd_register_system_event_handler(void*, void*);

Answer hsa_amd_agent_iterate_memory_pools(Handle, Callback, void*);
Answer hsa_amd_memory_pool_get_info(Handle, std::uint32_t, void*);
Answer hsa_amd_agent_memory_pool_get_info(Handle, Handle, std::uint32_t, void*);
Answer hsa_amd_memory_pool_allocate(Handle, std::size_t, std::uint32_t, void**);
Answer hsa_amd_memory_pool_free(void*);
Answer hsa_amd_agents_allow_access(std::uint32_t, const Handle*, const std::uint32_t*, const void*);
Answer hsa_amd_memory_lock(void*, std::size_t, Handle*, int, void**);
Answer hsa_amd_memory_unlock(void*);
Answer hsa_amd_memory_fill(void*, std::uint32_t, std::size_t);
Answer hsa_amd_memory_async_copy(void*, Handle, const void*, Handle, std::size_t, std::uint32_t,
                                 const Handle*, Handle);
Answer hsa_amd_pointer_info(const void*, PointerInfo*, void* (*)(std::size_t), std::uint32_t*,
                            Handle**);
Answer hsa_agent_iterate_regions(Handle, Callback, void*);
Answer hsa_region_get_info(Handle, std::uint32_t, void*);
Answer hsa_memory_allocate(Handle, std::size_t, void**);
Answer hsa_memory_assign_agent(void*, Handle, std::uint32_t);
Answer hsa_memory_free(void*);
Answer hsa_memory_copy(void*, const void*, std::size_t);

Answer hsa_signal_create(std::int64_t, std::uint32_t, const Handle*, Handle*);
Answer hsa_amd_signal_create(std::int64_t, std::uint32_t, const Handle*, std::uint64_t, Handle*);
Answer hsa_signal_destroy(Handle);
std::int64_t hsa_signal_load_scacquire(Handle);
std::int64_t hsa_signal_load_acquire(Handle);
void hsa_signal_store_relaxed(Handle, std::int64_t);
void hsa_signal_store_release(Handle, std::int64_t);
void hsa_signal_store_screlease(Handle, std::int64_t);
void hsa_signal_subtract_screlease(Handle, std::int64_t);
std::int64_t hsa_signal_wait_scacquire(Handle, std::uint32_t, std::int64_t, std::uint64_t,
                                       std::uint32_t);
std::int64_t hsa_signal_wait_acquire(Handle, std::uint32_t, std::int64_t, std::uint64_t,
                                     std::uint32_t);
Answer hsa_amd_signal_async_handler(Handle, std::uint32_t, std::int64_t,
                                    bool (*)(std::int64_t, void*), void*);

Answer hsa_queue_create(Handle, std::uint32_t, std::uint32_t, QueueCallback, void*, std::uint32_t,
                        std::uint32_t, QueueMemory**);
Answer hsa_queue_destroy(QueueMemory*);
std::uint64_t hsa_queue_add_write_index_relaxed(QueueMemory*, std::uint64_t);
std::uint64_t hsa_queue_add_write_index_release(QueueMemory*, std::uint64_t);
std::uint64_t hsa_queue_load_read_index_scacquire(const QueueMemory*);
std::uint64_t hsa_queue_load_read_index_acquire(const QueueMemory*);

Answer hsa_code_object_deserialize(const void*, std::size_t, const char*, Handle*);
Answer hsa_code_object_destroy(Handle);
Answer hsa_code_object_reader_create_from_memory(const void*, std::size_t, Handle*);
Answer hsa_code_object_reader_destroy(Handle);
Answer hsa_executable_create(std::uint32_t, std::uint32_t, const char*, Handle*);
Answer hsa_executable_create_alt(std::uint32_t, std::uint32_t, const char*, Handle*);
Answer hsa_executable_destroy(Handle);
Answer hsa_executable_load_code_object(Handle, Handle, Handle, const char*);
Answer hsa_executable_load_agent_code_object(Handle, Handle, Handle, const char*, Handle*);
Answer hsa_executable_freeze(Handle, const char*);
Answer hsa_executable_validate(Handle, std::uint32_t*);
Answer hsa_executable_global_variable_define(Handle, const char*, void*);
Answer hsa_executable_get_symbol_by_name(Handle, const char*, const Handle*, Handle*);
Answer hsa_executable_get_symbol(Handle, const char*, const char*, Handle, std::int32_t, Handle*);
Answer hsa_executable_iterate_symbols(Handle, Answer (*)(Handle, Handle, void*), void*);
Answer hsa_executable_symbol_get_info(Handle, std::uint32_t, void*);

bool gpu_emulator_done(double* done);

// One that is not there.
Answer hsa_amd_profiling_set_profiler_enabled(void*, int);
}
