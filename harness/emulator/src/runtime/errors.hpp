// Errors of the runtime, their names and texts.
#pragma once

namespace emu {

/// Errors of the runtime, with the values of its interface.
enum Error : int {
  success = 0,
  invalid_value = 1,
  memory_allocation = 2,
  invalid_configuration = 9,
  invalid_symbol = 13,
  invalid_memcpy_direction = 21,
  invalid_device_function = 98,
  no_device = 100,
  invalid_device = 101,
  invalid_kernel_image = 200,
  invalid_context = 201,
  no_kernel_image = 209,
  invalid_ptx = 218,
  invalid_resource_handle = 400,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  assertion_failed = 710,
  host_already_registered = 712,
  host_not_registered = 713,
  misaligned_address = 716,
  launch_failure = 719,
  cooperative_too_large = 720,
  not_permitted = 800,
  invalid_cluster_size = 912,
  not_supported = 801,
  capture_unsupported = 900,
  illegal_state = 401,
  symbol_not_found = 500,
  not_initialised = 3
};

const char* error_name(int error);
const char* error_text(int error);

}  // namespace emu
