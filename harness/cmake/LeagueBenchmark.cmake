# One call per benchmark; everything else follows from it.
include_guard()
include(LeagueManifest)

# league_add_benchmark(<name> VARIANTS <variant>... [PARTS <part>...] [PROBLEM <source>...]
#                      [CHECKPOINTS <key=value>...])
# For every variant one executable, its tests and its line in the manifest.  With PARTS a variant is
# a folder that holds one source file per part.  PROBLEM names further sources beside <folder>.cpp
# that all variants share.  Each of CHECKPOINTS is an override of class S whose result is known as
# well, and a test of its own: it tells where a wrong variant goes wrong first.
function(league_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "VARIANTS;PARTS;PROBLEM;CHECKPOINTS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_VARIANTS)
    message(FATAL_ERROR "league_add_benchmark(${name}): usage is <name> VARIANTS <variant>... [PARTS <part>...] [PROBLEM <source>...] [CHECKPOINTS <key=value>...]")
  endif()
  set_property(GLOBAL APPEND PROPERTY LEAGUE_BENCHMARKS ${name})
  if(LEAGUE_ONLY AND NOT name IN_LIST LEAGUE_ONLY)
    return()
  endif()
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME folder)
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH parent)
  cmake_path(GET parent FILENAME group)

  add_library(${name}.problem OBJECT ${folder}.cpp ${arg_PROBLEM})
  target_link_libraries(${name}.problem PRIVATE league_core league_plain)

  set(any_serial "")
  foreach(variant IN LISTS arg_VARIANTS)
    league_model_of(${variant} model)
    league_variant_sources("${variant}" "${model}" "${arg_PARTS}" sources)
    if(NOT TARGET league_model_${model})  # not with this toolchain: say so, go on
      get_property(reason GLOBAL PROPERTY LEAGUE_WHY_NOT_${model})
      league_manifest_append(${group} ${name} ${variant} ${model} "" "${reason}")
      continue()
    endif()
    set(exe ${name}.${variant})
    add_executable(${exe} ${sources})
    target_include_directories(${exe} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    set_target_properties(${exe} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${group}/${name})
    league_write_build_info(${exe} ${group} ${variant} ${model})
    target_link_libraries(${exe} PRIVATE ${name}.problem ${exe}.info league_model_${model})
    league_add_variant_tests(${exe} ${group} ${name} ${variant} ${model} ${arg_CHECKPOINTS})
    league_manifest_append(${group} ${name} ${variant} ${model} ${exe} "")
    if(model STREQUAL "serial" AND NOT any_serial)
      set(any_serial ${exe})
    endif()
  endforeach()
  if(any_serial)
    add_test(NAME ${group}.${name}.selftest COMMAND ${any_serial} --selftest)
    set_tests_properties(${group}.${name}.selftest PROPERTIES
      LABELS "selftest;${group};${name}" FIXTURES_REQUIRED ${any_serial} TIMEOUT 300)
  endif()
endfunction()

# Source files of a variant: <variant>.cpp or .cu, or one per part in the variant's folder.
function(league_variant_sources variant model parts result)
  set(extension cpp)
  if(model MATCHES "^cu")
    set(extension cu)
  endif()
  set(sources ${variant}.${extension})
  if(parts)
    list(TRANSFORM parts PREPEND ${variant}/ OUTPUT_VARIABLE sources)
    list(TRANSFORM sources APPEND .${extension})
  endif()
  foreach(source IN LISTS sources)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${source})
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}: there is no ${source} for variant '${variant}'")
    endif()
  endforeach()
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# Which compiler made the executable, and how; compiled with plain flags.
function(league_write_build_info exe group variant model)
  get_target_property(offloads league_model_${model} LEAGUE_OFFLOADS)
  get_target_property(shares_memory league_model_${model} LEAGUE_SHARES_MEMORY)
  get_target_property(flags league_model_${model} LEAGUE_FLAGS)
  string(TOLOWER "${offloads}" offloads)
  string(TOLOWER "${shares_memory}" shares_memory)
  set(language CXX)
  if(model MATCHES "^cu")
    set(language CUDA)
  endif()
  set(compiler ${CMAKE_${language}_COMPILER_ID})
  set(version ${CMAKE_${language}_COMPILER_VERSION})
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${exe}.build.cpp)
  configure_file(${LEAGUE_CORE_DIR}/src/build_info.cpp.in ${file} @ONLY)
  add_library(${exe}.info OBJECT ${file})
  target_link_libraries(${exe}.info PRIVATE league_core league_plain)
endfunction()

# Compiling is a test; running needs it.
function(league_add_variant_tests exe group name variant model)
  get_target_property(offloads league_model_${model} LEAGUE_OFFLOADS)
  set(test ${group}.${name}.${variant})
  set(labels ${group} ${name} ${model} ${variant})
  add_test(NAME ${test}.build
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${exe})
  set_tests_properties(${test}.build PROPERTIES
    LABELS "build;${labels}" FIXTURES_SETUP ${exe} RESOURCE_LOCK build TIMEOUT 900)
  foreach(override IN ITEMS "" ${ARGN})
    set(case ${test})
    set(extra "")
    if(override)
      string(APPEND case ".${override}")
      set(extra --set ${override})
    endif()
    add_test(NAME ${case} COMMAND ${exe} --class S --repeat 1 --warmup 1 ${extra}
      $<$<BOOL:${offloads}>:--guard> COMMAND_EXPAND_LISTS)
    set_tests_properties(${case} PROPERTIES
      LABELS "smoke;${labels}" FIXTURES_REQUIRED ${exe} SKIP_RETURN_CODE 77 TIMEOUT 300)
    if(offloads)
      set_tests_properties(${case} PROPERTIES
        RESOURCE_LOCK device
        # Fresh memory on the plug-in device may happen to be zero; this makes it garbage.
        ENVIRONMENT "OMP_TARGET_OFFLOAD=MANDATORY;MALLOC_PERTURB_=128")
    endif()
  endforeach()
endfunction()
