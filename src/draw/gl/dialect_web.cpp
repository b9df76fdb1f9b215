#include "draw/gl/dialect.hpp"

#include <glad/gl.h>

#include <vector>

namespace draw
{

ContextKind required_context_kind() { return {3, 0, true}; }

bool load_functions_if_supported(LoadedFunction (*)(const char*)) { return true; } // the browser has loaded them

const char* shader_version_line() { return "#version 300 es"; }

void enable_point_size() {} // WebGL always takes the point size from the shader

namespace
{
std::vector<std::byte> staged_bytes; // WebGL cannot map a buffer, so the bytes are copied from here
GLintptr staged_offset = 0;
} // namespace

void* begin_vertex_buffer_write(std::ptrdiff_t offset, std::ptrdiff_t size)
{
    staged_bytes.resize(static_cast<std::size_t>(size));
    staged_offset = offset;
    return staged_bytes.data();
}

bool finish_vertex_buffer_write()
{
    glBufferSubData(GL_ARRAY_BUFFER, staged_offset, static_cast<GLsizeiptr>(staged_bytes.size()), staged_bytes.data());
    return true;
}

unsigned take_opengl_error() { return 0; }

} // namespace draw
