# Writes all headers of the library as one file: cmake -DROOT=FOLDER -DOUT=FILE -P single_file.cmake
# Each header stands after the headers that it includes. FOLDER is the project's folder.
cmake_minimum_required(VERSION 3.18)

set(written "")  # the headers that are in `all` already
set(included "") # the headers of the standard library that `all` includes already
set(all "")

# Appends the header `timestep/...` to `all`, after the headers that it includes.
macro(append_header header)
    if(NOT "${header}" IN_LIST written)
        list(APPEND written "${header}")
        file(STRINGS "${ROOT}/src/${header}" includes REGEX "^#include ")
        foreach(line IN LISTS includes)
            if(line MATCHES "^#include \"(timestep/.*\\.hpp)\"$")
                append_header("${CMAKE_MATCH_1}")
            endif()
        endforeach()
        append_text("${header}")
    endif()
endmacro()

# Appends the header's text, without the includes that `all` has already.
function(append_text header)
    file(READ "${ROOT}/src/${header}" text)
    string(REGEX REPLACE "// SPDX-[^\n]*\n" "" text "${text}")
    string(REGEX REPLACE "#include \"timestep/[^\"\n]*\\.hpp\"\n" "" text "${text}")
    file(STRINGS "${ROOT}/src/${header}" includes REGEX "^#include <")
    foreach(line IN LISTS includes)
        if("${line}" IN_LIST included)
            string(REPLACE "${line}\n" "" text "${text}")
        endif()
        list(APPEND included "${line}")
    endforeach()
    string(REGEX REPLACE "\n\n\n+" "\n\n" text "${text}")
    set(included "${included}" PARENT_SCOPE)
    set(all "${all}\n${text}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE headers RELATIVE "${ROOT}/src" "${ROOT}/src/timestep/*.hpp")
list(SORT headers)
foreach(header IN LISTS headers)
    append_header("${header}")
endforeach()

file(READ "${ROOT}/LICENSE" license)
string(STRIP "${license}" license)
string(REPLACE "\n" "\n// " license "${license}")
string(REPLACE "// \n" "//\n" license "${license}")
file(STRINGS "${ROOT}/src/timestep/version.hpp" version REGEX "#define TIMESTEP_VERSION ")
string(REGEX REPLACE ".*\"(.*)\"" "\\1" version "${version}")
file(WRITE "${OUT}" "// SPDX-License-Identifier: MIT
// timestep.hpp -- the library timestep ${version} in one file, written by its build; do not edit it
//
// ${license}
#pragma once
${all}")
