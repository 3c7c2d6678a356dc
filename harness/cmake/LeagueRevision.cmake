# Script: writes the revision of the C++ sources to OUTPUT, if it has changed.
# cmake -DSOURCE=<project> -DOUTPUT=<file> -P LeagueRevision.cmake
set(paths CMakeLists.txt harness/core harness/claim harness/cmake kernels npb miniapps validation)
set(revision "")
set(dirty false)
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} log -1 --format=%h -- ${paths} WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${GIT} status --porcelain -- ${paths} WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    set(dirty true)
  endif()
endif()
set(text "#include \"league/build_info.hpp\"\n
const std::string_view league::source_revision = \"${revision}\";\nconst bool league::source_dirty = ${dirty};\n")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT text STREQUAL before)
  file(WRITE ${OUTPUT} "${text}")
endif()
