# Writes the enumeration of exit codes from exit_codes.json:
#   cmake -P harness/cmake/LeagueExitCodes.cmake [SOURCE TARGET]
# A test holds the committed header against what this writes.
cmake_minimum_required(VERSION 3.25)
set(harness ${CMAKE_CURRENT_LIST_DIR}/..)
set(source ${harness}/league/base/exit_codes.json)
set(target ${harness}/core/include/league/exit_codes.hpp)
if(CMAKE_ARGC GREATER 4)
  set(source ${CMAKE_ARGV3})
  set(target ${CMAKE_ARGV4})
endif()
file(READ ${source} text)
string(JSON count LENGTH "${text}" executable)
math(EXPR last "${count} - 1")
set(lines "")
foreach(index RANGE ${last})
  foreach(key IN ITEMS name code meaning)
    string(JSON ${key} GET "${text}" executable ${index} ${key})
  endforeach()
  string(APPEND lines "  /// ${meaning}\n  exit_${name} = ${code},\n")
endforeach()
file(WRITE ${target} "// Exit codes of executables; generated from exit_codes.json by harness/cmake/LeagueExitCodes.cmake.
#pragma once

namespace league {

enum ExitCode : int {
${lines}};

}  // namespace league
")
