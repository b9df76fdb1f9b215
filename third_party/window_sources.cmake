# What the window needs, for Windows: SDL2, Dear ImGui and stb from the sources of Debian's packages. scripts/windows.sh puts
# them below TIMESTEP_PACKAGES.
enable_language(C)

# SDL2 without its configure script: include/SDL_config_windows.h is used as it is.
set(sdl_sources)
foreach(folder . atomic audio audio/dummy audio/winmm audio/disk audio/directsound audio/wasapi core/windows cpuinfo dynapi events file
               filesystem/windows haptic haptic/windows hidapi joystick joystick/windows joystick/hidapi joystick/virtual libm loadso/windows
               locale locale/windows misc misc/windows power power/windows render render/direct3d render/direct3d11 render/direct3d12
               render/opengl render/opengles2 render/software sensor sensor/windows stdlib thread thread/windows timer timer/windows video
               video/dummy video/windows video/yuv2rgb)
    file(GLOB found "${TIMESTEP_PACKAGES}/SDL2/src/${folder}/*.c")
    list(APPEND sdl_sources ${found})
endforeach()
list(APPEND sdl_sources "${TIMESTEP_PACKAGES}/SDL2/src/thread/generic/SDL_syscond.c")
add_library(sdl2_sources STATIC ${sdl_sources})
target_compile_definitions(sdl2_sources PUBLIC SDL_MAIN_HANDLED # main() is our own
                                        PRIVATE SDL_STATIC_LIB) # otherwise it defines functions of the C library
# without the folder of the sources, whose names some messages have: two builds give the same bytes
target_compile_options(sdl2_sources PRIVATE -w -Os -ffunction-sections -fdata-sections "-ffile-prefix-map=${TIMESTEP_PACKAGES}/=")
target_include_directories(sdl2_sources SYSTEM PUBLIC "${TIMESTEP_PACKAGES}/SDL2/include" PRIVATE "${TIMESTEP_PACKAGES}/SDL2/src/video/khronos")
target_link_libraries(sdl2_sources PUBLIC user32 gdi32 winmm imm32 ole32 oleaut32 version uuid advapi32 setupapi shell32 dxguid)
add_library(SDL2::SDL2 ALIAS sdl2_sources)

file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp" "#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include \"stb_image_write.h\"\n")
set(imgui "${TIMESTEP_PACKAGES}/imgui")
add_library(imgui_sdl2_gl3 STATIC "${imgui}/imgui.cpp" "${imgui}/imgui_draw.cpp" "${imgui}/imgui_tables.cpp" "${imgui}/imgui_widgets.cpp"
            "${imgui}/backends/imgui_impl_sdl.cpp" "${imgui}/backends/imgui_impl_opengl3.cpp" "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp")
target_compile_options(imgui_sdl2_gl3 PRIVATE -w)
target_include_directories(imgui_sdl2_gl3 SYSTEM PUBLIC "${imgui}" "${imgui}/backends" "${TIMESTEP_PACKAGES}/stb")
target_link_libraries(imgui_sdl2_gl3 PUBLIC SDL2::SDL2 opengl32)
