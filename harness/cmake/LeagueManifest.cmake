# The manifest: what this build folder holds, and why something is missing.
include_guard()

function(league_json_string text result)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# The list in JSON, in the variable of that name.
function(league_json_list name list)
  list(TRANSFORM list REPLACE "[\\\"]" "\\\\\\0")
  list(JOIN list "\", \"" joined)
  if(NOT list STREQUAL "")
    set(joined "\"${joined}\"")
  endif()
  set(${name} "[${joined}]" PARENT_SCOPE)
endfunction()

# One variant; `exe` is empty when this toolchain does not have its model, `declared` further fields.
function(league_manifest_append group name variant model exe unavailable declared)
  set(executable "")
  if(exe)
    set(executable ${group}/${name}/${exe})
  endif()
  league_registered(${model} offloads offloads)
  league_json_string("${unavailable}" unavailable)
  set_property(GLOBAL APPEND_STRING PROPERTY LEAGUE_MANIFEST
    ",\n  {\"group\": \"${group}\", \"benchmark\": \"${name}\", \"variant\": \"${variant}\", \
\"model\": \"${model}\", \"offloads\": ${offloads}, \"target\": \"${exe}\", \
\"executable\": \"${executable}\", \"unavailable\": ${unavailable}, ${declared}}")
endfunction()

# Called once, at the end of configuring.
function(league_write_manifest)
  get_property(benchmarks GLOBAL PROPERTY LEAGUE_BENCHMARKS)
  foreach(wanted IN LISTS LEAGUE_ONLY)
    if(NOT wanted IN_LIST benchmarks)
      list(JOIN benchmarks " " known)
      message(FATAL_ERROR "LEAGUE_ONLY: there is no benchmark '${wanted}'; there are: ${known}")
    endif()
  endforeach()
  get_property(entries GLOBAL PROPERTY LEAGUE_MANIFEST)
  string(REGEX REPLACE "^,\n" "" entries "${entries}")
  string(REGEX MATCHALL "@[^@]*@" places "${entries}")
  foreach(place IN LISTS places)  # of a variant's cases, known at the end of its folder
    string(REPLACE "@" "" exe "${place}")
    get_property(cases GLOBAL PROPERTY LEAGUE_CASES_${exe})
    string(REGEX REPLACE "^," "" cases "${cases}")
    string(REPLACE "${place}" "${cases}" entries "${entries}")
  endforeach()
  set(manifest ${PROJECT_BINARY_DIR}/manifest.json)
  set(text "{\"schema\": \"league-manifest-1\", \"toolchain\": \"${LEAGUE_TOOLCHAIN}\", \"device\": \"${LEAGUE_DEVICE}\",
 \"variants\": [
${entries}
 ]}\n")
  if(EXISTS ${manifest})
    file(READ ${manifest} before)
  endif()
  if(NOT "${before}" STREQUAL "${text}")
    file(WRITE ${manifest} "${text}")
  endif()
endfunction()
cmake_language(DEFER DIRECTORY ${PROJECT_SOURCE_DIR} CALL league_write_manifest)
