# A module is a folder of src/ and a target: src/lab/lane is the module lab/lane and the target lab_lane. The first folder of
# its path, the group, is its namespace. A module may include only from the modules in its DEPENDS list; tests/house/arrows.py checks
# the include lines.

# A newer compiler may have new warnings, which must not break the build.
set(newer_gcc $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>)

add_library(timestep_options INTERFACE)
target_compile_features(timestep_options INTERFACE cxx_std_20)
target_include_directories(timestep_options INTERFACE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
target_compile_options(timestep_options INTERFACE
    -ffp-contract=off # otherwise gcc and clang fuse multiply-adds differently, and the results differ in bits
    # gcc 12 with -O3 still fuses x + a*b beside y - c*d into vfmaddsub on processors that can fuse
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>>:-mno-fma>
    $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288> # collect garbage from 0.5 GB on: saves 7 % of the compile time
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/= # the same __FILE__ in every clone, so that ccache finds the results of another one
    -Wall -Wextra -Wpedantic -Wconversion
    # In a batch, a local name may be the name of a function of the next source.
    $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow> $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<CXX_COMPILER_ID:GNU>>:-Wshadow=local>
    $<$<AND:$<BOOL:${TIMESTEP_WERROR}>,$<NOT:${newer_gcc}>>:-Werror>)
if(WIN32)
    enable_language(RC)
    target_compile_definitions(timestep_options INTERFACE WIN32_LEAN_AND_MEAN NOMINMAX _WIN32_WINNT=0x0A00) # Windows 10
endif()
if(TIMESTEP_SANITIZE)
    target_compile_options(timestep_options INTERFACE -fsanitize=${TIMESTEP_SANITIZE} -fno-sanitize-recover=all
                                                      -fno-omit-frame-pointer
                                                      -fno-pie) # otherwise each start relocates 27 MB of data of the checks
    if(TIMESTEP_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # These checks take 25 % of the compile time. ASan finds null and object-size errors without them, and the build of
        # the fuzzers has all of them.
        target_compile_options(timestep_options INTERFACE -fno-sanitize=null,alignment,vptr,object-size
                                                          --param=ggc-min-expand=60) # two compilers side by side need less than 3 GB
    endif()
    target_link_options(timestep_options INTERFACE -fsanitize=${TIMESTEP_SANITIZE} -no-pie)
endif()

include(hardening)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Paths below the project are hashed relative to it, so that a second clone finds what the first one compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
                                   CCACHE_SLOPPINESS=time_macros "${CCACHE}")
endif()

# describe(sim/physics DEPENDS timestep base ABOUT "description"): adds a row to the table of modules.
function(describe path)
    cmake_parse_arguments(PARSE_ARGV 1 MODULE "" "ABOUT" "DEPENDS")
    set_property(GLOBAL APPEND_STRING PROPERTY module_table "| ${path} | ${MODULE_ABOUT} |\n")
endfunction()

# exclude_other_systems(list): removes the sources of other systems from the list: those named *_posix.cpp are compiled on UNIX
# only, *_linux.cpp on Linux only, *_windows.cpp on Windows only; tests are named *_posix_test.cpp and so on. For the browser,
# *_web.cpp takes the place of *_posix.cpp or *_desktop.cpp, which are otherwise compiled there, too.
macro(exclude_other_systems sources)
    if(EMSCRIPTEN)
        foreach(source IN LISTS ${sources})
            if(source MATCHES "_web\\.cpp$")
                string(REGEX REPLACE "_web\\.cpp$" "" service "${source}")
                list(REMOVE_ITEM ${sources} "${service}_posix.cpp" "${service}_desktop.cpp")
            endif()
        endforeach()
    else()
        list(FILTER ${sources} EXCLUDE REGEX "_web\\.cpp$")
    endif()
    if(NOT UNIX)
        list(FILTER ${sources} EXCLUDE REGEX "_posix(_test)?\\.cpp$")
    endif()
    if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
        list(FILTER ${sources} EXCLUDE REGEX "_linux(_test)?\\.cpp$")
    endif()
    if(NOT WIN32)
        list(FILTER ${sources} EXCLUDE REGEX "_windows(_test)?\\.cpp$")
    endif()
    foreach(source IN LISTS ${sources})
        # The macros of a system's headers stay out of the batch of the other sources.
        if(source MATCHES "_(posix|linux|windows|web)(_test)?\\.cpp$")
            set_source_files_properties("${source}" PROPERTIES UNITY_GROUP system)
        elseif(NOT source MATCHES "/main\\.cpp$")
            set_source_files_properties("${source}" PROPERTIES UNITY_GROUP common)
        endif()
    endforeach()
endmacro()

# module(sim/physics EXCEPT folder BATCH core DEPENDS timestep LIBS glm::glm ABOUT "..."): makes the library sim_physics of all sources
# below src/sim/physics, except those in the folder EXCEPT, which is another module. O1 is for a module whose speed does not matter: -O1
# compiles it faster than -O3. A build in batches of any size (0) compiles the modules with the same BATCH as one source, into one library for
# which each of their names stands; they have the same O1. ABOUT is the description in the table of docs/architecture.md.
function(module path)
    cmake_parse_arguments(PARSE_ARGV 1 MODULE "O1" "ABOUT;EXCEPT;BATCH" "DEPENDS;LIBS") # keeps a semicolon in ABOUT
    describe("${path}" DEPENDS ${MODULE_DEPENDS} ABOUT "${MODULE_ABOUT}")
    string(REPLACE "/" "_" name "${path}")
    list(TRANSFORM MODULE_DEPENDS REPLACE "/" "_")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${path}/*.cpp")
    list(FILTER sources EXCLUDE REGEX "/main\\.cpp$") # it belongs to the program that links the module
    if(MODULE_EXCEPT)
        list(FILTER sources EXCLUDE REGEX "/src/${path}/${MODULE_EXCEPT}/")
    endif()
    exclude_other_systems(sources)
    if(NOT sources)
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE timestep_options ${MODULE_DEPENDS} ${MODULE_LIBS})
        return()
    endif()
    set(library ${name})
    if(CMAKE_UNITY_BUILD AND CMAKE_UNITY_BUILD_BATCH_SIZE EQUAL 0 AND MODULE_BATCH)
        set(library batch_${MODULE_BATCH})
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE ${library})
    endif()
    if(NOT TARGET ${library})
        add_library(${library} STATIC)
        set_target_properties(${library} PROPERTIES UNITY_BUILD_MODE GROUP)
        target_compile_options(${library} PRIVATE $<TARGET_PROPERTY:timestep_hardened,INTERFACE_COMPILE_OPTIONS>)
        if(MODULE_O1)
            target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:$<IF:$<BOOL:${EMSCRIPTEN}>,-Oz,-O1>>) # in the browser, the size matters instead
        endif()
        target_link_libraries(${library} PUBLIC timestep_options)
    endif()
    target_sources(${library} PRIVATE ${sources})
    get_property(batch TARGET ${library} PROPERTY modules)
    list(REMOVE_ITEM MODULE_DEPENDS ${batch})
    set_property(TARGET ${library} APPEND PROPERTY modules ${name})
    target_link_libraries(${library} PUBLIC ${MODULE_DEPENDS} ${MODULE_LIBS})
endfunction()

# Writes "embedded/<name>.hpp" with these declarations.
function(write_embedded name declarations)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/embedded/${name}.hpp" @ONLY CONTENT
"#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace embedded
{

@declarations@

} // namespace embedded
")
endfunction()

# Sets `literal` to the text of the file as a string literal of C++. A change of the file runs CMake again.
function(read_literal literal file)
    file(READ "${file}" text)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    set(${literal} "R\"EMBEDDED(${text})EMBEDDED\"" PARENT_SCOPE)
endfunction()

# embed(FILES...): embeds each text file as `embedded::<name>` in "embedded/<name>.hpp"; the name of shape.vert is
# shape_vert.
function(embed)
    foreach(file ${ARGN})
        get_filename_component(name "${file}" NAME)
        string(REGEX REPLACE "[^A-Za-z0-9]" "_" name "${name}")
        read_literal(text "${file}")
        write_embedded(${name} "inline constexpr std::string_view ${name} = ${text};")
    endforeach()
endfunction()

# embed_all(list FOLDER FILES...): embeds these files of the folder, in the given order, as `embedded::list` in
# "embedded/<list>.hpp": an array of {name relative to the folder without extension; path from the project's root; text}.
function(embed_all list folder)
    set(rows)
    foreach(file ${ARGN})
        file(RELATIVE_PATH name "${folder}" "${file}")
        string(REGEX REPLACE "\\.[^.]*$" "" name "${name}")
        file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${file}")
        read_literal(text "${file}")
        string(APPEND rows "    ${list}_file{\"${name}\", \"${path}\", ${text}},\n")
    endforeach()
    list(LENGTH ARGN count)
    write_embedded(${list} "struct ${list}_file
{
    std::string_view name, path, text;
};
inline constexpr std::array<${list}_file, ${count}> ${list}{
${rows}};")
endfunction()

# embed_bytes(target name FILE): embeds a file, which the build may generate, as the function `embedded::name`, declared in
# "embedded/<name>.hpp", which returns the bytes of the file.
function(embed_bytes target name file)
    set(source "${PROJECT_BINARY_DIR}/generated/embedded/${name}.cpp")
    set(script "${PROJECT_SOURCE_DIR}/cmake/embed_bytes.cmake")
    write_embedded(${name} "std::span<const std::byte> ${name}();")
    add_custom_command(OUTPUT "${source}"
                       COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" "-DOUT=${source}" "-DNAME=${name}" -P "${script}"
                       DEPENDS "${file}" "${script}"
                       COMMENT "Embedding ${file}"
                       VERBATIM)
    target_sources(${target} PRIVATE "${source}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP common)
    set_property(GLOBAL APPEND PROPERTY generated_files "${source}")
endfunction()

# windows_resources(timestep_lab "description"): adds the manifest, the version that the file's properties show on Windows, and
# the icon, which rsvg-convert and icotool draw during the build; without one of them the program has no icon. Does nothing on
# other systems.
function(windows_resources target about)
    if(NOT WIN32)
        return()
    endif()
    set(resources "${PROJECT_BINARY_DIR}/generated/${target}.rc")
    set(parts "${PROJECT_SOURCE_DIR}/cmake/windows.manifest")
    find_program(RSVG_CONVERT rsvg-convert)
    find_program(ICOTOOL icotool)
    set(icon_line "")
    if(RSVG_CONVERT AND ICOTOOL)
        set(icon "${PROJECT_BINARY_DIR}/generated/timestep_demo.ico")
        set(icon_line "1 ICON \"${icon}\"")
        list(APPEND parts "${icon}")
        if(NOT TARGET windows_icon)
            set(pictures)
            set(drawing)
            foreach(size 16 24 32 48 64 256)
                set(picture "${PROJECT_BINARY_DIR}/generated/icon-${size}.png")
                list(APPEND drawing COMMAND "${RSVG_CONVERT}" --width ${size} --height ${size} --output "${picture}"
                                            "${PROJECT_SOURCE_DIR}/assets/desktop/timestep_demo.svg")
                list(APPEND pictures "${picture}")
            endforeach()
            list(TRANSFORM pictures PREPEND --raw=)
            add_custom_command(OUTPUT "${icon}" DEPENDS "${PROJECT_SOURCE_DIR}/assets/desktop/timestep_demo.svg" ${drawing}
                               COMMAND "${ICOTOOL}" --create --output "${icon}" ${pictures} VERBATIM)
            add_custom_target(windows_icon DEPENDS "${icon}")
        endif()
        add_dependencies(${target} windows_icon)
    else()
        message(STATUS "rsvg-convert or icotool is not installed: ${target}.exe gets no icon (apt-get install librsvg2-bin icoutils)")
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/windows.rc.in" "${resources}" @ONLY)
    target_sources(${target} PRIVATE "${resources}")
    set_property(SOURCE "${resources}" PROPERTY OBJECT_DEPENDS "${parts}")
endfunction()

# web_program(timestep_lab createTimestepLab OPTIONS...): for the browser and node, links the program to a JavaScript file that
# defines the function createTimestepLab, and to a .wasm file. OPTIONS are options of the linker em++. Does nothing on other
# systems.
function(web_program target create)
    if(EMSCRIPTEN)
        target_link_options(${target} PRIVATE -sMODULARIZE -sEXPORT_NAME=${create} -sEXIT_RUNTIME -sALLOW_MEMORY_GROWTH
                            -sSTACK_SIZE=4MB -sFORCE_FILESYSTEM ${ARGN})
    endif()
endfunction()

# label_long(EXCEPT...): gives the tests of this folder, except these, the label `long`: ./test.sh leaves them out.
function(label_long)
    get_property(all_tests DIRECTORY PROPERTY TESTS)
    foreach(test IN LISTS all_tests)
        if(NOT "${test}" IN_LIST ARGN)
            set_property(TEST ${test} APPEND PROPERTY LABELS long)
        endif()
    endforeach()
endfunction()
