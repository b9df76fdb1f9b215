# licence_of(fonts-inter): adds the licence of this Debian package, whose files are compiled or linked into our programs, to
# the text that is installed as share/doc/timestep-lab/copyright. Where the package is not installed, -DTIMESTEP_LICENCE_fonts_inter=FILE
# names the licence; with REQUIRED, CMake ends without it.
set_property(GLOBAL PROPERTY licences "")
function(licence_of package)
    string(MAKE_C_IDENTIFIER "TIMESTEP_LICENCE_${package}" licence)
    find_file(${licence} NAMES copyright PATHS /usr/share/doc PATH_SUFFIXES "${package}" NO_CMAKE_FIND_ROOT_PATH
              DOC "The licence of ${package}")
    if(${licence})
        set_property(GLOBAL APPEND PROPERTY licences "${package}=${${licence}}")
    elseif("REQUIRED" IN_LIST ARGN)
        message(FATAL_ERROR "The licence of ${package} is missing. On Debian: apt-get install ${package}; elsewhere: cmake -D${licence}=FILE")
    endif()
endfunction()

# write_licences(FILE): writes our licence, and below it those of all packages that licence_of() named.
function(write_licences file)
    file(READ "${PROJECT_SOURCE_DIR}/LICENSE" text)
    set(text "Timestep Lab\n\n${text}")
    get_property(rows GLOBAL PROPERTY licences)
    list(REMOVE_DUPLICATES rows)
    foreach(row ${rows})
        string(REGEX MATCH "(.*)=(.*)" _ "${row}")
        file(READ "${CMAKE_MATCH_2}" licence)
        string(APPEND text "\n\nThe programs contain parts of ${CMAKE_MATCH_1}. The licence of this package:\n\n${licence}")
    endforeach()
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT "@text@")
endfunction()
