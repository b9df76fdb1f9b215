// draw/gl/dialect.hpp -- what differs between OpenGL 3.3 and WebGL 2 (OpenGL ES 3.0); one source file for each of them
#pragma once

#include <cstddef>

namespace draw
{

struct ContextKind
{
    int major = 0, minor = 0;
    bool es = false; ///< true: OpenGL ES; false: the core profile of OpenGL
};
ContextKind context_kind();

using LoadedFunction = void (*)();
/// Loads the functions of OpenGL with `find`, which returns the function with a name. Needs a current context. Returns
/// false if the context is older than OpenGL 3.3 or WebGL 2.
bool load_functions(LoadedFunction (*find)(const char* name));

/// The first line of each shader, such as "#version 330 core", without a line break.
const char* shader_version_line();

void enable_point_size();

/// Returns memory for `size` bytes of the bound vertex buffer, from byte `offset` on, or null if the context was lost.
/// The caller writes all these bytes and then calls finish_writing(). No earlier draw call may still read these bytes:
/// the functions do not wait for draw calls.
void* begin_writing(std::ptrdiff_t offset, std::ptrdiff_t size);
/// Copies the bytes to the graphics card. Returns false if they were lost, because the context was lost.
bool finish_writing();

/// An OpenGL error code that was set since the last call (glGetError); 0 if there was no error. In a browser always 0:
/// there the question would wait for another process, and the browser's console shows the error.
unsigned opengl_error();

} // namespace draw
