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
