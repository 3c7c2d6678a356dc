# Programming models: an adapter and the flags that belong to it.
include_guard()
include(CheckCXXSymbolExists)
include(CheckIncludeFileCXX)

set(LEAGUE_CORE_DIR ${PROJECT_SOURCE_DIR}/harness/core)

# Reason recorded when a toolchain does not have a model.
function(league_set_why_not model reason)
  foreach(entry IN LISTS LEAGUE_WHY_NOT)  # what the toolchain file says comes first
    if(entry MATCHES "^${model}=(.*)$")
      set(reason "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  set_property(GLOBAL PROPERTY LEAGUE_WHY_NOT_${model} "${reason}")
endfunction()

# Flags as recorded: no absolute paths.
function(league_public_flags flags result)
  string(REGEX REPLACE "(^|[ =,LI])/[^ ,]*/([^/ ,]+)" "\\1<path>/\\2" flags "${flags}")
  string(STRIP "${flags}" flags)
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()

# league_add_model(<model> [OFFLOADS] [SHARES_MEMORY] [COUNTS] ADAPTER <file>
#                  [FLAGS <string>...] [LINK_FLAGS <string>...] [LIBRARIES <target>...])
# Makes the object library league_model_<model>: adapter, motion counter (the one that COUNTS through
# the tools interface, or the one that knows nothing) and, for whoever links it, the flags.
function(league_add_model model)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OFFLOADS;SHARES_MEMORY;COUNTS" "ADAPTER"
    "FLAGS;LINK_FLAGS;LIBRARIES")
  foreach(entry IN LISTS LEAGUE_WHY_NOT)
    if(entry MATCHES "^${model}=")
      league_set_why_not(${model} "")
      return()
    endif()
  endforeach()

  set(counter no_motion)
  if(arg_COUNTS)
    set(counter ompt_motion)
  endif()
  set(target league_model_${model})
  add_library(${target} OBJECT ${LEAGUE_CORE_DIR}/model/${arg_ADAPTER} ${LEAGUE_CORE_DIR}/src/${counter}.cpp)
  target_link_libraries(${target} PUBLIC league_core ${arg_LIBRARIES})
  foreach(flags IN LISTS arg_FLAGS)
    if(flags)
      if(arg_ADAPTER MATCHES "[.]cu$")
        separate_arguments(words UNIX_COMMAND "${flags}")
        target_compile_options(${target} PUBLIC "$<$<COMPILE_LANGUAGE:CUDA>:${words}>")
      else()
        target_compile_options(${target} PUBLIC "SHELL:${flags}")
        target_link_options(${target} PUBLIC "SHELL:${flags}")
      endif()
    endif()
  endforeach()
  foreach(flags IN LISTS arg_LINK_FLAGS)
    if(flags)
      target_link_options(${target} INTERFACE "SHELL:${flags}")
    endif()
  endforeach()
  if(arg_COUNTS)  # the runtime looks the tool up by name
    target_link_options(${target} INTERFACE "LINKER:--export-dynamic-symbol=ompt_start_tool")
  endif()
  list(JOIN arg_FLAGS " " recorded)
  league_public_flags("${recorded}" recorded)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON  # made for the variants that use it
    LEAGUE_OFFLOADS ${arg_OFFLOADS} LEAGUE_SHARES_MEMORY ${arg_SHARES_MEMORY} LEAGUE_FLAGS "${recorded}")
endfunction()

# league_add_loop_library(<model> <package> [COUNTS] TARGET <target> HEADER <header> SETS <macro>)
# Makes the model of a loop library if CMake finds the package (<package>_ROOT says where), this
# compiler built it, and the header, compiled here, sets the macro of its back end for target regions.
function(league_add_loop_library model package)
  cmake_parse_arguments(PARSE_ARGV 2 arg "COUNTS" "TARGET;HEADER;SETS" "")
  league_set_why_not(${model} "the library ${package} was not found")
  # A Kokkos built without language extensions would switch them off for every variant, after which
  # GCC does not contract a*b+c any more; it leaves them alone where they seem to be off already.
  set(CMAKE_CXX_EXTENSIONS OFF)
  find_package(${package} QUIET)
  unset(CMAKE_CXX_EXTENSIONS)
  if(NOT ${package}_FOUND)
    return()
  endif()
  set(found "${package} ${${package}_VERSION}")
  league_loop_library_fault(${package} ${arg_TARGET} ${arg_HEADER} ${arg_SETS} fault)
  if(fault)
    set(fault "${found} was found, but ${fault}")
    league_set_why_not(${model} "${fault}")
    message(STATUS "No variants ${model}: ${fault}")
    return()
  endif()
  set(counts "")
  if(arg_COUNTS)
    set(counts COUNTS)
  endif()
  league_add_model(${model} OFFLOADS ${counts} ADAPTER target.cpp
    FLAGS "${LEAGUE_HOST_FLAGS}" "${LEAGUE_OMP_FLAGS}" "${LEAGUE_OFFLOAD_FLAGS}"
    LINK_FLAGS "${LEAGUE_OMP_LINK_FLAGS}" "${LEAGUE_OFFLOAD_LINK_FLAGS}" LIBRARIES ${arg_TARGET})
  if(TARGET league_model_${model})
    get_target_property(flags league_model_${model} LEAGUE_FLAGS)
    set_target_properties(league_model_${model} PROPERTIES LEAGUE_FLAGS "${flags} with ${found}")
    message(STATUS "Variants ${model}: ${found}")
  endif()
endfunction()

# Why this toolchain cannot use the loop library found; empty if it can.
function(league_loop_library_fault package target header macro result)
  set(theirs "")
  set(ours "")
  if(${package}_CXX_COMPILER_VERSION)
    set(theirs "${${package}_CXX_COMPILER_ID} ${${package}_CXX_COMPILER_VERSION}")
    set(ours "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  elseif(${package}_CXX_COMPILER)
    file(REAL_PATH "${${package}_CXX_COMPILER}" theirs)
    file(REAL_PATH "${CMAKE_CXX_COMPILER}" ours)
  endif()
  if(NOT theirs STREQUAL ours)
    cmake_path(GET ${package}_CXX_COMPILER FILENAME builder)
    set(${result} "another compiler built it: ${builder}" PARENT_SCOPE)
    return()
  endif()

  set(offloads LEAGUE_${package}_OFFLOADS)
  unset(${offloads} CACHE)  # another one may have been found this time
  if(TARGET ${target})
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_REQUIRED_FLAGS "${LEAGUE_OMP_FLAGS}")
    set(CMAKE_REQUIRED_LIBRARIES ${target})
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # only the header is asked for
    check_cxx_symbol_exists(${macro} ${header} ${offloads})
  endif()
  if(${offloads})
    set(${result} "" PARENT_SCOPE)
  else()
    set(${result} "without its back end for target regions: ${header} does not set ${macro}" PARENT_SCOPE)
  endif()
endfunction()

# All models this toolchain has.  Called once, after league_core exists.
function(league_add_models)
  foreach(model IN ITEMS serial omp target target-usm target-raja target-kokkos acc cuda cublas cufft
          cusparse)
    set_property(GLOBAL APPEND PROPERTY LEAGUE_MODELS ${model})
  endforeach()

  league_add_model(serial ADAPTER serial.cpp FLAGS "${LEAGUE_HOST_FLAGS}")

  league_set_why_not(omp "LEAGUE_OMP_FLAGS is empty")
  league_set_why_not(target "LEAGUE_OFFLOAD_FLAGS is empty: this toolchain does not offload")
  league_set_why_not(target-usm "LEAGUE_OFFLOAD_FLAGS is empty: this toolchain does not offload")
  if(LEAGUE_OMP_FLAGS)
    league_add_model(omp ADAPTER omp.cpp FLAGS "${LEAGUE_HOST_FLAGS}" "${LEAGUE_OMP_FLAGS}"
      LINK_FLAGS "${LEAGUE_OMP_LINK_FLAGS}")
    if(LEAGUE_OFFLOAD_FLAGS)
      set(CMAKE_REQUIRED_FLAGS "${LEAGUE_OMP_FLAGS}")
      set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # only the header is asked for
      check_include_file_cxx(omp-tools.h LEAGUE_HAS_OMP_TOOLS)
      set(counts "")
      if(LEAGUE_HAS_OMP_TOOLS)
        set(counts COUNTS)
      endif()
      league_add_model(target OFFLOADS ${counts} ADAPTER target.cpp
        FLAGS "${LEAGUE_HOST_FLAGS}" "${LEAGUE_OMP_FLAGS}" "${LEAGUE_OFFLOAD_FLAGS}"
        LINK_FLAGS "${LEAGUE_OMP_LINK_FLAGS}" "${LEAGUE_OFFLOAD_LINK_FLAGS}")
      league_add_model(target-usm OFFLOADS SHARES_MEMORY ${counts} ADAPTER target-usm.cpp
        FLAGS "${LEAGUE_HOST_FLAGS}" "${LEAGUE_OMP_FLAGS}" "${LEAGUE_OFFLOAD_FLAGS}" "${LEAGUE_USM_FLAGS}"
        LINK_FLAGS "${LEAGUE_OMP_LINK_FLAGS}" "${LEAGUE_OFFLOAD_LINK_FLAGS}")
    endif()
  endif()

  # Loop libraries over target regions: a variant in one of them is built where the library is found.
  league_set_why_not(target-raja "LEAGUE_OFFLOAD_FLAGS is empty: this toolchain does not offload")
  league_set_why_not(target-kokkos "LEAGUE_OFFLOAD_FLAGS is empty: this toolchain does not offload")
  if(TARGET league_model_target)
    league_add_loop_library(target-raja RAJA ${counts} TARGET RAJA
      HEADER RAJA/config.hpp SETS RAJA_ENABLE_TARGET_OPENMP)
    league_add_loop_library(target-kokkos Kokkos ${counts} TARGET Kokkos::kokkos
      HEADER Kokkos_Macros.hpp SETS KOKKOS_ENABLE_OPENMPTARGET)
  endif()

  league_set_why_not(acc "LEAGUE_ACC_FLAGS is empty: this toolchain has no OpenACC")
  if(LEAGUE_ACC_FLAGS)
    league_add_model(acc OFFLOADS ADAPTER acc.cpp FLAGS "${LEAGUE_HOST_FLAGS}" "${LEAGUE_ACC_FLAGS}"
      LINK_FLAGS "${LEAGUE_OFFLOAD_LINK_FLAGS}")
  endif()

  league_set_why_not(cuda "no CUDA compiler in this toolchain")
  set(libraries cublas cufft cusparse)  # each is a model: CUDA and one of NVIDIA's libraries
  foreach(library IN LISTS libraries)
    league_set_why_not(${library} "no CUDA compiler in this toolchain")
  endforeach()
  if(CMAKE_CUDA_COMPILER)
    league_add_model(cuda OFFLOADS ADAPTER cuda.cu FLAGS "${LEAGUE_CUDA_FLAGS}")
    # CMake's own search for the toolkit stops with an error where parts of it are missing.
    cmake_path(GET CMAKE_CUDA_COMPILER PARENT_PATH bin)
    foreach(library IN LISTS libraries)
      string(TOUPPER LEAGUE_${library}_LIBRARY found)
      find_library(${found} ${library} HINTS ${bin}/../lib64 ${bin}/../targets/x86_64-linux/lib)
      if(${found})
        league_add_model(${library} OFFLOADS ADAPTER cuda.cu FLAGS "${LEAGUE_CUDA_FLAGS}"
          LIBRARIES ${${found}})
      else()
        league_set_why_not(${library} "the library ${library} was not found")
      endif()
    endforeach()
  endif()
endfunction()

# The longest known model a variant's name starts with; an unknown one is an error.
function(league_model_of variant result)
  get_property(models GLOBAL PROPERTY LEAGUE_MODELS)
  set(best "")
  foreach(model IN LISTS models)
    if(variant STREQUAL model OR variant MATCHES "^${model}-")
      string(LENGTH "${model}" length)
      string(LENGTH "${best}" best_length)
      if(length GREATER best_length)
        set(best ${model})
      endif()
    endif()
  endforeach()
  if(NOT best)
    list(JOIN models " " known)
    message(FATAL_ERROR "variant '${variant}' begins with no known model; there are: ${known}")
  endif()
  set(${result} ${best} PARENT_SCOPE)
endfunction()
