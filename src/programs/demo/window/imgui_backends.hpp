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

/// In older versions of Dear ImGui, a texture's id is a pointer; in newer ones, a 64-bit integer.
inline GLuint texture_of(const void* id) { return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id)); }
inline GLuint texture_of(std::uint64_t id) { return static_cast<GLuint>(id); }

/// Selects nearest-texel filtering, each time after the font texture was created: characters are drawn in the size in
/// which they were rasterised, and linear filtering takes twice as long with software OpenGL.
inline void sharpen_fonts()
{
    glBindTexture(GL_TEXTURE_2D, texture_of(ImGui::GetIO().Fonts->TexID));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Before Dear ImGui 1.87, the SDL2 backend read the mouse position from the system, without moves by XWarpPointer; the
/// position `mouse` of the window's events, in points, replaces it.
inline void new_backend_frame([[maybe_unused]] ImVec2 mouse)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().MousePos = mouse;
#endif
}

} // namespace demo
