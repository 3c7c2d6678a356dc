# One call per benchmark; everything else follows from it.
include_guard()
include(LeagueManifest)
include(LeagueKnownIssues)
set(LEAGUE_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

# league_add_benchmark(<name> VARIANTS <variant>... [PARTS <part>...] [BASED_ON <variant=variant>...]
#                      [PROBLEM <source>...] [SIMD <variant=variant>...]
#                      [SHAPE <variant=clauses|parameters>...] [CHECKPOINTS <key=value>...]
#                      [SMALL <key=value>...])
# For every variant one executable, its tests and its line in the manifest.  With PARTS a variant is
# a folder that holds one source file per part; one that is BASED_ON another holds what it does
# differently and takes the other parts and headers from there.  PROBLEM names further sources beside <folder>.cpp
# that all variants share.  SIMD names the variants that differ from another one by simd only, SHAPE those
# that do not take teams and threads from the environment: their clauses say them, or the parameters
# of those names.  Each of CHECKPOINTS is an override of class S whose result is known as
# well, and a test of its own: it tells where a wrong variant goes wrong first.  SMALL are overrides of
# class S for a check on an emulated GPU: with all of them no variant takes longer than five seconds.
function(league_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "VARIANTS;PARTS;BASED_ON;PROBLEM;SIMD;SHAPE;CHECKPOINTS;SMALL")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_VARIANTS)
    message(FATAL_ERROR "league_add_benchmark(${name}): usage is <name> VARIANTS <variant>... [PARTS <part>...] [BASED_ON <variant=variant>...] [PROBLEM <source>...] [SIMD <variant=variant>...] [SHAPE <variant=clauses|parameters>...] [CHECKPOINTS <key=value>...] [SMALL <key=value>...]")
  endif()
  list(JOIN arg_SMALL " " small)
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
    league_value_of(${variant} "${arg_SIMD}" without_simd)
    league_value_of(${variant} "${arg_SHAPE}" shape)
    set(declared "\"without_simd\": \"${without_simd}\", \"shape\": \"${shape}\", \"small\": \"${small}\"")
    league_variant_folders("${variant}" "${arg_BASED_ON}" folders)
    league_variant_sources("${variant}" "${model}" "${arg_PARTS}" "${folders}" sources)
    if(NOT TARGET league_model_${model})  # not with this toolchain: say so, go on
      get_property(reason GLOBAL PROPERTY LEAGUE_WHY_NOT_${model})
      league_manifest_append(${group} ${name} ${variant} ${model} "" "${reason}" "${declared}")
      continue()
    endif()
    set(exe ${name}.${variant})
    add_executable(${exe} ${sources})
    target_include_directories(${exe} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    if(arg_BASED_ON)  # <header.hpp>: the variant's own, or that of the variant it is based on
      target_include_directories(${exe} PRIVATE ${folders})
    endif()
    set_target_properties(${exe} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${group}/${name}
      LEAGUE_GROUP ${group} LEAGUE_MODEL ${model} LEAGUE_LABELS "${group};${name};${model};${variant}")
    league_write_build_info(${exe} ${group} ${variant} ${model})
    target_link_libraries(${exe} PRIVATE ${name}.problem ${exe}.info league_model_${model})
    league_add_variant_tests(${exe} ${arg_CHECKPOINTS})
    league_manifest_append(${group} ${name} ${variant} ${model} ${exe} "" "${declared}")
    if(model STREQUAL "serial" AND NOT any_serial)
      set(any_serial ${exe})
    endif()
  endforeach()
  if(any_serial)
    foreach(override IN LISTS arg_CHECKPOINTS ITEMS "")
      set(test ${group}.${name}.selftest)
      set(arguments --selftest)
      if(override)  # what is checked elsewhere is checked in another way
        string(APPEND test .${override})
        list(APPEND arguments --set ${override})
      endif()
      add_test(NAME ${test} COMMAND ${any_serial} ${arguments})
      set_tests_properties(${test} PROPERTIES
        LABELS "selftest;${group};${name}" FIXTURES_REQUIRED ${any_serial} TIMEOUT 300)
    endforeach()
  endif()
endfunction()

# What a list of variant=value says of a variant, or nothing.
function(league_value_of variant list result)
  set(value "")
  if(";${list};" MATCHES ";${variant}=([^;]+);")
    set(value ${CMAKE_MATCH_1})
  endif()
  set(${result} "${value}" PARENT_SCOPE)
endfunction()

# Folders where a variant's parts may be: its own, that of the variant it is based on, and so on.
function(league_variant_folders variant based_on result)
  set(folders ${CMAKE_CURRENT_SOURCE_DIR}/${variant})
  while(";${based_on};" MATCHES ";${variant}=([^;]+);")
    set(variant ${CMAKE_MATCH_1})
    if(${CMAKE_CURRENT_SOURCE_DIR}/${variant} IN_LIST folders)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}: '${variant}' is based on itself")
    endif()
    list(APPEND folders ${CMAKE_CURRENT_SOURCE_DIR}/${variant})
  endwhile()
  set(${result} "${folders}" PARENT_SCOPE)
endfunction()

# Source files of a variant: <variant>.cpp or .cu, or one per part, in the first of the folders that
# has it.
function(league_variant_sources variant model parts folders result)
  set(extension cpp)
  league_registered(${model} language language)
  if(language STREQUAL "CUDA")
    set(extension cu)
  endif()
  set(sources ${variant}.${extension})
  if(parts)
    set(sources "")
  endif()
  foreach(part IN LISTS parts)
    set(source ${variant}/${part}.${extension})
    foreach(folder IN LISTS folders)
      if(EXISTS ${folder}/${part}.${extension})
        cmake_path(RELATIVE_PATH folder OUTPUT_VARIABLE source)
        string(APPEND source /${part}.${extension})
        break()
      endif()
    endforeach()
    list(APPEND sources ${source})
  endforeach()
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
  league_registered(${model} language language)
  if(NOT language STREQUAL "CUDA")
    set(language CXX)
  endif()
  set(compiler ${CMAKE_${language}_COMPILER_ID})
  set(version ${CMAKE_${language}_COMPILER_VERSION})
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${exe}.build.cpp)
  configure_file(${LEAGUE_CORE_DIR}/src/build_info.cpp.in ${file} @ONLY)
  add_library(${exe}.info OBJECT ${file})
  target_link_libraries(${exe}.info PRIVATE league_core league_plain)
endfunction()

# Compiling is a test; running in class S, and each <key=value> changed in it, needs that one.
function(league_add_variant_tests exe)
  get_target_property(group ${exe} LEAGUE_GROUP)
  get_target_property(model ${exe} LEAGUE_MODEL)
  get_target_property(labels ${exe} LEAGUE_LABELS)
  get_target_property(offloads league_model_${model} LEAGUE_OFFLOADS)
  set(test ${group}.${exe}.build)
  add_test(NAME ${test} COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${exe})
  set_tests_properties(${test} PROPERTIES
    LABELS "build;${labels}" FIXTURES_SETUP ${exe} RESOURCE_LOCK build TIMEOUT 900)
  set(small --class S --repeat 1 --warmup 1)
  if(offloads)
    list(APPEND small --guard)
  endif()
  league_add_case(${exe} "" ${small})
  if(LEAGUE_MEASURE_CLASS)
    league_add_measurement(${exe})
  endif()
  foreach(override IN LISTS ARGN)
    league_add_case(${exe} ${override} ${small} --set ${override})
  endforeach()
  if(model STREQUAL "omp")  # who shares work by the number of threads has to do all of it alone, too
    league_add_one_thread_case(${exe} one-thread ${small})
    league_check_environment(omp settings 1)
    league_add_case(${exe} many-threads ${small})
    set_property(TEST ${group}.${exe}.many-threads APPEND PROPERTY ENVIRONMENT ${settings})
  endif()
endfunction()

# league_add_one_thread_case(<exe> <name> <argument>...): as league_add_case, run by one thread.
function(league_add_one_thread_case exe name)
  if(TARGET ${exe})
    league_add_case(${exe} ${name} ${ARGN})
    get_target_property(group ${exe} LEAGUE_GROUP)
    set_property(TEST ${group}.${exe}.${name} APPEND PROPERTY ENVIRONMENT OMP_NUM_THREADS=1)
  endif()
endfunction()

# league_add_case(<exe> <name> <argument>...): a short run of a variant with these arguments, as a
# test; none where this toolchain does not build the variant.
function(league_add_case exe name)
  if(NOT TARGET ${exe})
    return()
  endif()
  get_target_property(group ${exe} LEAGUE_GROUP)
  get_target_property(model ${exe} LEAGUE_MODEL)
  get_target_property(labels ${exe} LEAGUE_LABELS)
  get_target_property(offloads league_model_${model} LEAGUE_OFFLOADS)
  set(test ${group}.${exe})
  if(name)
    string(APPEND test .${name})
  endif()
  set(arguments ${ARGN})
  set(program ${exe})
  if(AGAIN_AFTER_CRASH IN_LIST arguments)
    list(REMOVE_ITEM arguments AGAIN_AFTER_CRASH)
    set(program ${LEAGUE_CMAKE_DIR}/again_after_crash.sh $<TARGET_FILE:${exe}>)
  endif()
  add_test(NAME ${test} COMMAND ${program} ${arguments})
  # Tests share the cores, so threads that wait must not spin.
  set(environment OMP_WAIT_POLICY=passive)
  if(model STREQUAL "omp")
    league_check_environment(omp settings 0)
    list(APPEND environment ${settings})
  elseif(offloads)
    league_check_environment(offload settings)
    list(APPEND environment ${settings})
    if(LEAGUE_DEVICE STREQUAL x86_64)  # each process has a device of its own, made of the same cores
      league_check_environment(x86_64 settings 0)
      list(APPEND environment ${settings})
    else()
      set_tests_properties(${test} PROPERTIES RESOURCE_LOCK device)
    endif()
  endif()
  set_tests_properties(${test} PROPERTIES
    LABELS "smoke;${labels}" FIXTURES_REQUIRED ${exe} SKIP_RETURN_CODE 77 TIMEOUT 300
    ENVIRONMENT "${environment}")
  league_expect_known_failure(${exe} ${test})
endfunction()

# league_on_plugin(<setting> <variant>...): the cases of these, of the benchmark in this folder, run
# with that environment setting on the plug-in device.
function(league_on_plugin setting)
  if(NOT LEAGUE_DEVICE STREQUAL x86_64)
    return()
  endif()
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(variant IN LISTS ARGN)
    set(own ${tests})
    list(FILTER own INCLUDE REGEX "^[a-z]+[.][a-z-]+[.]${variant}([.]|$)")
    set_property(TEST ${own} APPEND PROPERTY ENVIRONMENT ${setting})
  endforeach()
endfunction()

# A test that measures a variant alone, and tells a CDash its times and counts.
function(league_add_measurement exe)
  get_target_property(group ${exe} LEAGUE_GROUP)
  get_target_property(model ${exe} LEAGUE_MODEL)
  get_target_property(labels ${exe} LEAGUE_LABELS)
  get_target_property(offloads league_model_${model} LEAGUE_OFFLOADS)
  set(test ${group}.${exe}.measure)
  add_test(NAME ${test} COMMAND ${CMAKE_COMMAND} -P ${LEAGUE_CMAKE_DIR}/LeagueMeasure.cmake
    $<TARGET_FILE:${exe}> ${CMAKE_CURRENT_BINARY_DIR}/${exe}.record.jsonl
    --class ${LEAGUE_MEASURE_CLASS} --repeat 5)
  set_tests_properties(${test} PROPERTIES
    LABELS "measure;${labels}" FIXTURES_REQUIRED ${exe} RUN_SERIAL ON TIMEOUT 900
    SKIP_REGULAR_EXPRESSION "skipped: no device")
  if(offloads)
    set_tests_properties(${test} PROPERTIES ENVIRONMENT OMP_TARGET_OFFLOAD=MANDATORY)
  endif()
endfunction()
