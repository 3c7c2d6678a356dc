# Configure, build, test, measure and submit one toolchain: what a nightly job for a CDash calls.
#
#   ctest -S scripts/cdash.cmake -DTOOLCHAIN=clang-19-x86_64 -DURL=https://.../submit.php?project=League
#     -DMODEL=Nightly           or Experimental (default), Continuous
#     -DCLASS=W                 class in which every variant is measured, S by default
#     -DONLY="jacobi;vadd"      benchmarks; all by default
#     -DSITE=NAME               what this machine is called there
#     -DBUILD=FOLDER            build folder, build/cdash/<toolchain> by default
# Without -DURL nothing is submitted; the files lie in FOLDER/Testing.
# Exit code: 0 all passed, not 0 if something did not or could not be submitted.
cmake_minimum_required(VERSION 3.25)

if(NOT TOOLCHAIN)
  message(FATAL_ERROR "name a toolchain: -DTOOLCHAIN=gcc-12-host; cmake --list-presets names them")
endif()
foreach(setting IN ITEMS MODEL=Experimental CLASS=S SITE=unnamed)
  string(REGEX MATCH "^([A-Z]+)=(.*)$" found ${setting})
  if(NOT ${CMAKE_MATCH_1})
    set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
  endif()
endforeach()
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH CTEST_SOURCE_DIRECTORY)
set(CTEST_BINARY_DIRECTORY ${CTEST_SOURCE_DIRECTORY}/build/cdash/${TOOLCHAIN})
if(BUILD)
  cmake_path(ABSOLUTE_PATH BUILD OUTPUT_VARIABLE CTEST_BINARY_DIRECTORY)
endif()
set(CTEST_SITE ${SITE})
set(CTEST_BUILD_NAME ${TOOLCHAIN})
set(CTEST_CMAKE_GENERATOR Ninja)
set(CTEST_CONFIGURE_COMMAND "\"${CMAKE_COMMAND}\" --preset ${TOOLCHAIN} -S \"${CTEST_SOURCE_DIRECTORY}\" -B \"${CTEST_BINARY_DIRECTORY}\" -DLEAGUE_MEASURE_CLASS=${CLASS} \"-DLEAGUE_ONLY=${ONLY}\"")

ctest_start(${MODEL})
ctest_configure(RETURN_VALUE configured)
set(worst ${configured})
if(configured EQUAL 0)
  # What does not build fails as a test, too; the others are tested all the same.
  set(CTEST_BUILD_COMMAND "\"${CMAKE_COMMAND}\" --build \"${CTEST_BINARY_DIRECTORY}\" -- -k 0")
  ctest_build(RETURN_VALUE built)
  ctest_test(EXCLUDE_LABEL "build|harness|tree|^large$" EXCLUDE_FIXTURE ".*" RETURN_VALUE tested)
  if(NOT built EQUAL 0 OR NOT tested EQUAL 0)
    set(worst 1)
  endif()
endif()
if(URL)
  set(CTEST_SUBMIT_URL ${URL})
  ctest_submit(RETURN_VALUE submitted)
  if(NOT submitted EQUAL 0)
    set(worst 1)
  endif()
endif()
if(NOT worst EQUAL 0)
  message(FATAL_ERROR "something failed; ${CTEST_BINARY_DIRECTORY}/Testing holds what")
endif()
