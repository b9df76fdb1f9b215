# What the window needs: SDL2, Dear ImGui with its SDL2 and OpenGL 3 backends, glad, stb's PNG writer.
if(EMSCRIPTEN)
    include(window_web.cmake)
    return()
elseif(TIMESTEP_PACKAGES)
    include(window_sources.cmake)
else()
    include(window_packages.cmake)
endif()

# glad is generated, not kept: python3-glad carries the Khronos files, and --reproducible makes it use them.
find_program(GLAD glad PATHS /usr/bin)
if(NOT GLAD)
    message(FATAL_ERROR "glad is not installed; on Debian: apt-get install python3-glad, elsewhere: pip install glad2")
endif()
set(GLAD_DIR "${CMAKE_CURRENT_BINARY_DIR}/glad")
set(GLAD_PYTHON "")
if(GLAD STREQUAL "/usr/bin/glad")
    set(GLAD_PYTHON /usr/bin/python3) # another python3 may come first in the path, without glad in it
endif()
add_custom_command(
    OUTPUT "${GLAD_DIR}/src/gl.c" "${GLAD_DIR}/include/glad/gl.h"
    COMMAND ${GLAD_PYTHON} "${GLAD}" --api gl:core=3.3 --out-path "${GLAD_DIR}" --reproducible --quiet c
    COMMENT "Generating the OpenGL 3.3 core loader" VERBATIM)
enable_language(C)
add_library(glad STATIC "${GLAD_DIR}/src/gl.c" "${GLAD_DIR}/include/glad/gl.h")
target_include_directories(glad SYSTEM PUBLIC "${GLAD_DIR}/include")
