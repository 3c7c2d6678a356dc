# Facts that CMake shares with Python: JSON files in harness/league/base, each read once.
include_guard()

# league_facts(<file> <result>): its text; CMake runs again when it changes.
function(league_facts file result)
  set(path ${PROJECT_SOURCE_DIR}/harness/league/base/${file})
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  file(READ ${path} text)
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# league_check_environment(<kind> <result> [<n>]): the variables with which checks of that kind run, as
# NAME=VALUE, and those of its n-th shape in class S behind them.
function(league_check_environment kind result)
  league_facts(check_environment.json text)
  string(JSON groups GET "${text}" ${kind} variables)
  set(groups "${groups}")
  if(ARGC GREATER 2)
    string(JSON shape GET "${text}" ${kind} small ${ARGV2})
    list(APPEND groups "${shape}")
  endif()
  set(settings "")
  foreach(group IN LISTS groups)
    string(JSON count LENGTH "${group}")
    foreach(index RANGE ${count})
      if(index LESS count)
        string(JSON name MEMBER "${group}" ${index})
        string(JSON value GET "${group}" ${name})
        list(APPEND settings ${name}=${value})
      endif()
    endforeach()
  endforeach()
  set(${result} ${settings} PARENT_SCOPE)
endfunction()
