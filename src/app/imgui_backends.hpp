// app/imgui_backends.hpp -- Dear ImGui's SDL2 and OpenGL 3 backends, whatever this version calls them
#pragma once

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>
#else
#include <imgui_impl_sdl.h>
#endif
