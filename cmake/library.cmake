# timestep::timestep -- the header-only library for other projects: by add_subdirectory, by FetchContent, or installed. It
# does not pass our compile options to the projects that use it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(GLOB_RECURSE timestep_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/timestep/*.hpp")
add_library(timestep_library INTERFACE)
add_library(timestep::timestep ALIAS timestep_library)
set_target_properties(timestep_library PROPERTIES EXPORT_NAME timestep)
target_compile_features(timestep_library INTERFACE cxx_std_20)
target_sources(timestep_library INTERFACE
    FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES ${timestep_headers})

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/timestep")
install(TARGETS timestep_library EXPORT timestep-targets FILE_SET HEADERS)
install(EXPORT timestep-targets FILE timestep-config.cmake NAMESPACE timestep:: DESTINATION "${package_folder}")
# Before version 1.0, a new minor version may be incompatible with the one before.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/timestep-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/timestep-config-version.cmake" DESTINATION "${package_folder}")

configure_file("${PROJECT_SOURCE_DIR}/cmake/timestep.pc.in" "${PROJECT_BINARY_DIR}/timestep.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/timestep.pc" DESTINATION "${CMAKE_INSTALL_DATADIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
