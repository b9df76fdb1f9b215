# Installs licence and changelog. In addition, `cpack` in a build folder of the preset `package` makes two packages for the
# Debian on which it runs: timestep-lab, the programs, and libtimestep-dev, the library. Their date is SOURCE_DATE_EPOCH or
# that of the last commit. scripts/release.sh makes and checks all packages.
set(doc "${CMAKE_INSTALL_DATADIR}/doc")
write_licences("${PROJECT_BINARY_DIR}/packages/copyright")
install(FILES "${PROJECT_BINARY_DIR}/packages/copyright" COMPONENT lab DESTINATION "${doc}/timestep-lab")
find_program(GZIP gzip)
if(NOT GZIP)
    return()
endif()
# compressed(FILE OUT): compresses FILE without its name and time, so that the same text gives the same bytes.
function(compressed file out)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    execute_process(COMMAND "${GZIP}" -9nc "${file}" OUTPUT_FILE "${out}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()
compressed("${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_BINARY_DIR}/packages/changelog.gz")
install(FILES "${PROJECT_BINARY_DIR}/packages/changelog.gz" COMPONENT lab DESTINATION "${doc}/timestep-lab")
install(FILES "${PROJECT_BINARY_DIR}/packages/changelog.gz" COMPONENT dev DESTINATION "${doc}/libtimestep-dev")

if(NOT EXISTS /etc/debian_version OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    return()
endif()
file(STRINGS /etc/os-release debian REGEX "^VERSION_ID=")
string(REGEX REPLACE "[^0-9.]" "" debian "${debian}")
set(contact "The Timestep Lab authors <maintainers@users.noreply.a-seed-690288fb.example>")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME timestep-lab)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own, the first line of its description
set(CPACK_PACKAGE_VENDOR "The Timestep Lab authors")
set(CPACK_PACKAGE_CONTACT "${contact}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# A package for Debian 13 replaces that for Debian 12 when the system is upgraded.
set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${debian}")
set(CPACK_COMPONENTS_ALL lab demo deb_programs dev deb_dev)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME timestep-lab)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "libgl1") # SDL opens it at run time
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "libgl1-mesa-dri")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "ffmpeg, libtimestep-dev")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "laboratory of game-loop timesteps
The window timestep_demo shows how game loops turn real time into steps of
physics. Change the loop while it runs, slow your PC down with a slider, and
see the failures: springs that explode, balls that pass through walls, slow
motion, stutter.
.
The program timestep_lab, which needs no display, ranks the same loops on the
frame times of your own game, and exports a loop as source code.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtimestep-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS timestep-lab)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "header-only C++20 library of game-loop timesteps
It has the loops of engines and articles: fixed, variable, semi-fixed,
accumulator, interpolated, and those of Godot, Unity, Unreal, Bevy and others.
Each loop is exact to the nanosecond.
.
CMake finds it by find_package(timestep), pkg-config as timestep.")

# Files that only Debian's packages have: changelog.Debian.gz, and exceptions of lintian.
set(time "$ENV{SOURCE_DATE_EPOCH}")
if(NOT time)
    execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE time
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
execute_process(COMMAND date --utc --rfc-email "--date=@${time}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET)
foreach(package timestep-lab=deb_programs libtimestep-dev=deb_dev)
    string(REGEX MATCH "(.*)=(.*)" _ "${package}")
    set(package "${CMAKE_MATCH_1}")
    set(component "${CMAKE_MATCH_2}")
    set(folder "${PROJECT_BINARY_DIR}/packages/${package}")
    file(CONFIGURE OUTPUT "${folder}/changelog.Debian" @ONLY CONTENT
"@package@ (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) unstable; urgency=medium

  * Version @PROJECT_VERSION@. changelog.gz lists the changes of the library.

 -- @contact@  @date@
")
    compressed("${folder}/changelog.Debian" "${folder}/changelog.Debian.gz")
    install(FILES "${folder}/changelog.Debian.gz" COMPONENT ${component} EXCLUDE_FROM_ALL DESTINATION "${doc}/${package}")
endforeach()
if(debian VERSION_GREATER_EQUAL 13)
    # lintian of Debian 13 reports each warning of AppStream with one tag. The test `packages` checks that this is the only warning.
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/packages/overrides" @ONLY CONTENT
"# AppStream warns that a home page is missing (url-homepage-missing). The project has none yet.
timestep-lab: appstream-metadata-validation-failed *
")
    install(FILES "${PROJECT_BINARY_DIR}/packages/overrides" RENAME timestep-lab COMPONENT deb_programs EXCLUDE_FROM_ALL
            DESTINATION "${CMAKE_INSTALL_DATADIR}/lintian/overrides")
endif()

include(CPack)
foreach(component lab demo deb_programs)
    cpack_add_component(${component} GROUP programs)
endforeach()
foreach(component dev deb_dev)
    cpack_add_component(${component} GROUP development)
endforeach()
