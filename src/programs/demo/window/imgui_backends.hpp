// programs/demo/window/imgui_backends.hpp -- Dear ImGui's SDL2 and OpenGL 3 backends, whatever this version calls them
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

/// A texture's name, out of what older and newer versions keep it in.
inline GLuint texture_of(const void* id) { return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(id)); }
inline GLuint texture_of(std::uint64_t id) { return static_cast<GLuint>(id); }

/// To be called when the fonts' texture is new. Characters are drawn as wide as they were rasterised, and can stand at
/// any third of a pixel: the nearest texel is sharper than a mixture of four, and takes software OpenGL half the time.
inline void sharpen_fonts()
{
    glBindTexture(GL_TEXTURE_2D, texture_of(ImGui::GetIO().Fonts->TexID));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
}

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

} // namespace demo
