#include "draw/gl/gl_variant.hpp"

#include <glad/gl.h>

#include <vector>

namespace draw
{

ContextVersion required_context_version() { return {.major = 3, .minor = 0, .is_es = true}; } // WebGL 2 is ES 3.0

bool load_gl_functions(GlFunctionPointer (*)(const char*)) { return true; } // the browser has loaded them

const char* shader_version_line() { return "#version 300 es"; }

void enable_shader_point_size() {} // WebGL always takes the point size from the shader

namespace
{
std::vector<std::byte> staged_bytes; // WebGL cannot map a buffer, so the bytes are copied from here
GLintptr staged_offset = 0;
} // namespace

void* begin_vertex_buffer_write(std::ptrdiff_t offset_bytes, std::ptrdiff_t size_bytes)
{
    staged_bytes.resize(static_cast<std::size_t>(size_bytes));
    staged_offset = offset_bytes;
    return staged_bytes.data();
}

bool finish_vertex_buffer_write()
{
    glBufferSubData(GL_ARRAY_BUFFER, staged_offset, static_cast<GLsizeiptr>(staged_bytes.size()), staged_bytes.data());
    return true;
}

unsigned take_gl_error() { return 0; } // glGetError() would wait for the GPU process of the browser

} // namespace draw
