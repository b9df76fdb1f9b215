// app/imgui_backends.hpp -- Dear ImGui's SDL2 and OpenGL 3 backends, whatever this version calls them
#pragma once

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif

namespace app
{

/// Starts the backends' frame. Before 1.87 the SDL2 backend asks for the global position of the mouse, which misses
/// motion that was not made by a device (XWarpPointer); `mouse` is where the window's own events put it.
inline void new_backend_frame([[maybe_unused]] ImVec2 mouse)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().MousePos = mouse;
#endif
}

} // namespace app
