# Conformance claims as tests: every file below validation/ is one, labelled with what its head says.
include_guard()

# Called once, in validation/.  A claim is compiled when its test runs: a program that must not
# compile, or crashes the compiler, is then one test and not a broken build (decision 0014).
function(league_add_claims)
  find_package(Python3 3.11 COMPONENTS Interpreter QUIET)
  if(NOT Python3_FOUND OR NOT LEAGUE_OMP_FLAGS)
    message(STATUS "Conformance claims are no tests here: they need Python 3.11 and an OpenMP compiler")
    return()
  endif()
  set(family ${CMAKE_CXX_COMPILER_ID})
  set(offload false)
  if(TARGET league_model_target AND LEAGUE_OFFLOAD_FLAGS)
    set(offload true)
  endif()
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/claims-kit.json CONTENT [[{
 "toolchain": "@LEAGUE_TOOLCHAIN@", "family": "@family@", "offload": @offload@,
 "compiler": "@CMAKE_CXX_COMPILER@", "core": "@PROJECT_SOURCE_DIR@/harness/core",
 "flags": "@LEAGUE_OMP_FLAGS@ @LEAGUE_OFFLOAD_FLAGS@",
 "link": "@LEAGUE_OMP_LINK_FLAGS@ @LEAGUE_OFFLOAD_LINK_FLAGS@", "acc": "@LEAGUE_ACC_FLAGS@"
}
]] @ONLY)
  string(JOIN "\n" call "import sys" "sys.path.insert(0, '${PROJECT_SOURCE_DIR}/harness')"
    "from league.claims.one import main" "sys.exit(main(sys.argv[1:]))")
  set(run ${Python3_EXECUTABLE} -I -c "${call}" ${PROJECT_BINARY_DIR}/claims-kit.json)
  add_test(NAME validation.support COMMAND ${run} --support)
  set_tests_properties(validation.support PROPERTIES
    LABELS "validation;claim" FIXTURES_SETUP claims TIMEOUT 300)

  file(GLOB claims CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*/*.c)
  foreach(claim IN LISTS claims)
    cmake_path(GET claim STEM LAST_ONLY id)
    cmake_path(GET claim PARENT_PATH folder)
    cmake_path(GET folder FILENAME group)
    if(group STREQUAL probe OR id MATCHES "[.]part$")
      continue()
    endif()
    file(STRINGS ${claim} second LIMIT_COUNT 1 REGEX "^// OpenMP [0-9.]+,")
    string(REGEX REPLACE "^// OpenMP ([0-9.]+),.*" "spec-\\1" version "${second}")
    if(claim MATCHES "[.]c$")
      string(APPEND id .c)
    endif()
    add_test(NAME validation.${id} COMMAND ${run} ${claim})
    set_tests_properties(validation.${id} PROPERTIES
      LABELS "validation;claim;${group};${id};${version}"
      FIXTURES_REQUIRED claims SKIP_RETURN_CODE 77 TIMEOUT 300)
  endforeach()
endfunction()
