// programs/demo/window/imgui_backends.hpp -- includes Dear ImGui's SDL2 and OpenGL 3 backends, and hides the
// differences between their versions
#pragma once

#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif

#include <cstdint>

namespace demo
{

/// Converts Dear ImGui's texture id to an OpenGL texture name. In older versions of Dear ImGui, the id is a pointer; in
/// newer versions, it is a 64-bit integer.
inline GLuint texture_of(const void* id) { return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id)); }
inline GLuint texture_of(std::uint64_t id) { return static_cast<GLuint>(id); }

/// Selects nearest-texel filtering for the font texture. Must be called each time after the texture was created.
/// Characters are drawn in exactly the size in which they were rasterised, so linear filtering would only blur them.
/// With software OpenGL, it would also take twice as long.
inline void sharpen_fonts()
{
    glBindTexture(GL_TEXTURE_2D, texture_of(ImGui::GetIO().Fonts->TexID));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Starts a frame of Dear ImGui's SDL2 and OpenGL backends. Before version 1.87, the SDL2 backend read the mouse
/// position from the system, which does not contain moves by XWarpPointer; so the position `mouse` from the window's
/// events (in points) replaces it.
inline void new_backend_frame([[maybe_unused]] ImVec2 mouse)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().MousePos = mouse;
#endif
}

} // namespace demo
