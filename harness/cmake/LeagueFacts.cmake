# Facts that CMake shares with Python: JSON files in harness/league/base, each read once.
include_guard()

# league_facts(<file> <result>): its text; CMake runs again when it changes.
function(league_facts file result)
  set(path ${PROJECT_SOURCE_DIR}/harness/league/base/${file})
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# league_check_environment(<kind> <result>): the variables with which checks of that kind run, as NAME=VALUE.
function(league_check_environment kind result)
  league_facts(check_environment.json text)
  string(JSON count LENGTH "${text}" ${kind} variables)
  math(EXPR last "${count} - 1")
  set(settings "")
  foreach(index RANGE ${last})
    string(JSON name MEMBER "${text}" ${kind} variables ${index})
    string(JSON value GET "${text}" ${kind} variables ${name})
    list(APPEND settings ${name}=${value})
  endforeach()
  set(${result} ${settings} PARENT_SCOPE)
endfunction()

# league_write_exit_codes(<header>): the exit codes of executables as an enumeration.
function(league_write_exit_codes header)
  league_facts(exit_codes.json text)
  string(JSON count LENGTH "${text}" executable)
  math(EXPR last "${count} - 1")
  set(lines "")
  foreach(index RANGE ${last})
    foreach(key IN ITEMS name code meaning)
      string(JSON ${key} GET "${text}" executable ${index} ${key})
    endforeach()
    string(APPEND lines "  exit_${name} = ${code},  ///< ${meaning}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${header} CONTENT "// Written by CMake from exit_codes.json.
#pragma once

namespace league {

/// Documented exit codes of a benchmark executable.
enum ExitCode : int {
@lines@};

}  // namespace league
" @ONLY)
endfunction()
