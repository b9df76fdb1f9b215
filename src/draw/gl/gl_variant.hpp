// draw/gl/gl_variant.hpp -- functions that are implemented differently for OpenGL 3.3 and for WebGL 2 (ES 3.0)
#pragma once

#include <cstddef>

namespace draw
{

struct ContextVersion
{
    int major = 0, minor = 0;
    bool is_es = false; ///< true: OpenGL ES; false: the core profile of OpenGL
};
/// Returns the version and the kind of the OpenGL context that load_gl_functions() needs.
ContextVersion required_context_version();

using GlFunctionPointer = void (*)();
/// Loads the OpenGL functions. Needs a current context; returns false if it is older than OpenGL 3.3 or WebGL 2.
bool load_gl_functions(GlFunctionPointer (*find_function)(const char* name));

/// The first line of each shader, such as "#version 330 core", without a line break.
const char* shader_version_line();

/// Lets vertex shaders set the size of points. In WebGL they can always set it, so the function does nothing there.
void enable_shader_point_size();

/// Memory for a part of the bound vertex buffer; null if the context is lost. No pending draw may read this part.
void* begin_vertex_buffer_write(std::ptrdiff_t offset_bytes, std::ptrdiff_t size_bytes);
/// False if the OpenGL context and the written data are lost.
bool finish_vertex_buffer_write();

/// The result of glGetError(), which clears the error. Always 0 in a browser, where the query would wait for the GPU.
unsigned take_gl_error();

} // namespace draw
