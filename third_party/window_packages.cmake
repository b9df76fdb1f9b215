# SDL2, Dear ImGui and stb from the system's packages, or fetched.
dependency(SDL2 SDL2::SDL2 https://github.com/libsdl-org/SDL release-2.26.5)
find_package(OpenGL REQUIRED)

# Debian's libimgui has both backends inside; 1.86 calls the header imgui_impl_sdl.h, from 1.89 on imgui_impl_sdl2.h.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
    pkg_check_modules(IMGUI QUIET IMPORTED_TARGET GLOBAL imgui)
    pkg_check_modules(STB QUIET IMPORTED_TARGET GLOBAL stb)
endif()
if(TIMESTEP_RELOCATABLE)
    foreach(target PkgConfig::IMGUI PkgConfig::STB)
        get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
        string(REPLACE "libstb.so" "libstb.a" libraries "${libraries}")
        set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
    endforeach()
endif()
foreach(package libimgui-dev libstb-dev python3-glad) # linked into the demo
    licence_of(${package})
endforeach()
add_library(imgui_sdl2_gl3 INTERFACE)
if(IMGUI_FOUND AND STB_FOUND)
    target_link_libraries(imgui_sdl2_gl3 INTERFACE PkgConfig::IMGUI PkgConfig::STB SDL2::SDL2)
    target_include_directories(imgui_sdl2_gl3 SYSTEM INTERFACE ${IMGUI_INCLUDE_DIRS} "${IMGUI_INCLUDEDIR}/imgui/backends"
                                                               "${IMGUI_INCLUDEDIR}/backends" /usr/include/imgui/backends)
else()
    FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui GIT_TAG v1.90.1 GIT_SHALLOW TRUE)
    FetchContent_Declare(stb GIT_REPOSITORY https://github.com/nothings/stb GIT_TAG master)
    FetchContent_MakeAvailable(imgui stb)
    add_library(imgui_fetched STATIC
        "${imgui_SOURCE_DIR}/imgui.cpp" "${imgui_SOURCE_DIR}/imgui_draw.cpp" "${imgui_SOURCE_DIR}/imgui_tables.cpp"
        "${imgui_SOURCE_DIR}/imgui_widgets.cpp" "${imgui_SOURCE_DIR}/backends/imgui_impl_sdl2.cpp"
        "${imgui_SOURCE_DIR}/backends/imgui_impl_opengl3.cpp")
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp"
         "#define STB_IMAGE_WRITE_IMPLEMENTATION\n#include \"stb_image_write.h\"\n")
    target_sources(imgui_fetched PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/stb_image_write.cpp")
    target_include_directories(imgui_fetched SYSTEM PUBLIC "${imgui_SOURCE_DIR}" "${imgui_SOURCE_DIR}/backends"
                                                           "${stb_SOURCE_DIR}")
    target_link_libraries(imgui_fetched PUBLIC SDL2::SDL2 OpenGL::GL)
    target_link_libraries(imgui_sdl2_gl3 INTERFACE imgui_fetched)
endif()
