// programs/demo/window/imgui_backends.hpp -- Dear ImGui's SDL2 and OpenGL 3 backends, independent of their version
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

/// Dear ImGui's ImTextureID is a pointer in older versions, and a 64-bit integer in newer versions.
inline GLuint gl_texture_of(const void* id) { return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id)); }
inline GLuint gl_texture_of(std::uint64_t id) { return static_cast<GLuint>(id); }

/// Must be called after each creation of the font texture. Linear filtering is not needed, and slow in software OpenGL.
inline void set_font_texture_filter()
{
    glBindTexture(GL_TEXTURE_2D, gl_texture_of(ImGui::GetIO().Fonts->TexID));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

/// Begins a frame of Dear ImGui's renderer backend (OpenGL 3) and of its platform backend (SDL2).
inline void begin_backend_frames()
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplSDL2_NewFrame();
}

/// Dear ImGui before 1.87 misses mouse moves by XWarpPointer. Must follow begin_backend_frames(). `mouse` is in points.
inline void correct_mouse_position([[maybe_unused]] ImVec2 mouse)
{
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().MousePos = mouse;
#endif
}

} // namespace demo
