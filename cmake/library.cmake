# timestep::timestep -- the header-only library for other projects: by add_subdirectory, by FetchContent, or installed. It
# does not pass our compile options to the projects that use it. CMake 3.18 can read this file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(timestep_top_level OFF) # PROJECT_IS_TOP_LEVEL needs CMake 3.21
if(CMAKE_SOURCE_DIR STREQUAL PROJECT_SOURCE_DIR)
    set(timestep_top_level ON)
endif()
option(TIMESTEP_INSTALL "Install the library with the project" ${timestep_top_level})

add_library(timestep_library INTERFACE)
add_library(timestep::timestep ALIAS timestep_library)
set_target_properties(timestep_library PROPERTIES EXPORT_NAME timestep)
target_compile_features(timestep_library INTERFACE cxx_std_20)
target_include_directories(timestep_library INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>"
                                                      "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/bindings/imgui>"
                                                      "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")

# `cmake --build BUILD --target timestep_hpp` writes BUILD/timestep.hpp: all headers of the library in one file.
file(GLOB_RECURSE timestep_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/timestep/*.hpp")
set(single_file_script "${PROJECT_SOURCE_DIR}/cmake/single_file.cmake")
add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/timestep.hpp"
                   COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUT=${PROJECT_BINARY_DIR}/timestep.hpp"
                           -P "${single_file_script}"
                   DEPENDS "${single_file_script}" "${PROJECT_SOURCE_DIR}/LICENSE" ${timestep_headers}
                   COMMENT "Writing timestep.hpp"
                   VERBATIM)
add_custom_target(timestep_hpp DEPENDS "${PROJECT_BINARY_DIR}/timestep.hpp")

if(timestep_top_level)
    add_subdirectory("${PROJECT_SOURCE_DIR}/bindings/c" "${PROJECT_BINARY_DIR}/bindings/c")
endif()

if(NOT TIMESTEP_INSTALL)
    return()
endif()
set(package_folder "${CMAKE_INSTALL_DATADIR}/cmake/timestep") # not in a folder of one architecture
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/timestep" COMPONENT dev DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/bindings/imgui/timestep_overlay.hpp" COMPONENT dev DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS timestep_library EXPORT timestep-targets COMPONENT dev)
install(EXPORT timestep-targets COMPONENT dev FILE timestep-config.cmake NAMESPACE timestep:: DESTINATION "${package_folder}")
# Before version 1.0, a new minor version may be incompatible with the one before.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/timestep-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/timestep-config-version.cmake" COMPONENT dev DESTINATION "${package_folder}")

configure_file("${PROJECT_SOURCE_DIR}/cmake/timestep.pc.in" "${PROJECT_BINARY_DIR}/timestep.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/timestep.pc" COMPONENT dev DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright COMPONENT dev DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libtimestep-dev")
