# What the window needs, for the browser: SDL2, Dear ImGui and stb from the sources of Debian's packages, and WebGL 2.
# scripts/web.sh puts the sources below TIMESTEP_PACKAGES.
enable_language(C)

# The folders of emscripten's own list of sources (tools/ports/sdl2.py). include/SDL_config_emscripten.h is used as it is.
set(sdl_sources)
foreach(folder . atomic audio audio/disk audio/dummy audio/emscripten cpuinfo dynapi events file filesystem/emscripten haptic haptic/dummy
               hidapi joystick joystick/emscripten joystick/virtual libm loadso/dlopen locale locale/emscripten misc misc/emscripten power
               power/emscripten render render/opengles2 render/software sensor sensor/dummy stdlib thread thread/generic timer timer/unix
               video video/dummy video/emscripten video/yuv2rgb)
    file(GLOB found "${TIMESTEP_PACKAGES}/SDL2/src/${folder}/*.c")
    list(APPEND sdl_sources ${found})
endforeach()
add_library(sdl2_sources STATIC ${sdl_sources})
target_compile_options(sdl2_sources PRIVATE -w -Os)
target_include_directories(sdl2_sources SYSTEM PUBLIC "${TIMESTEP_PACKAGES}/SDL2/include" PRIVATE "${TIMESTEP_PACKAGES}/SDL2/src/video/khronos")
target_compile_definitions(sdl2_sources PUBLIC SDL_MAIN_HANDLED # main() is our own
                                        PRIVATE SDL_LEAN_AND_MEAN) # without drawing in memory, which OpenGL replaces
add_library(SDL2::SDL2 ALIAS sdl2_sources)

# The browser has the functions of OpenGL ES 3.0 without a loader. web/ has a header with glad's name for them.
add_library(glad INTERFACE)
target_include_directories(glad SYSTEM INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/web")

file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp" "#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include \"stb_image_write.h\"\n")
set(imgui "${TIMESTEP_PACKAGES}/imgui")
add_library(imgui_sdl2_gl3 STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp" "${imgui}/imgui_widgets.cpp"
            "${imgui}/backends/imgui_impl_sdl.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp" "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp")
target_compile_definitions(imgui_sdl2_gl3 PUBLIC IMGUI_IMPL_OPENGL_ES3)
target_compile_options(imgui_sdl2_gl3 PRIVATE -w)
set_property(SOURCE "${imgui}/backends/imgui_impl_opengl3.cpp" PROPERTY COMPILE_OPTIONS -include "${CMAKE_CURRENT_SOURCE_DIR}/web/gl_state.hpp")
set_property(SOURCE "${imgui}/backends/imgui_impl_opengl3.cpp" PROPERTY OBJECT_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/web/gl_state.hpp")
target_include_directories(imgui_sdl2_gl3 SYSTEM PUBLIC "${imgui}" "${imgui}/backends" "${TIMESTEP_PACKAGES}/stb")
target_link_libraries(imgui_sdl2_gl3 PUBLIC SDL2::SDL2)
