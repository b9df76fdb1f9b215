#include "draw/gl/gl_variant.hpp"

#include <glad/gl.h>

namespace draw
{

ContextVersion required_context_version() { return {.major = 3, .minor = 3, .is_es = false}; }

bool load_gl_functions(GlFunctionPointer (*find_function)(const char* name))
{
    return gladLoadGL(find_function) >= GLAD_MAKE_VERSION(3, 3);
}

const char* shader_version_line() { return "#version 330 core"; }

void enable_shader_point_size() { glEnable(GL_PROGRAM_POINT_SIZE); }

void* begin_vertex_buffer_write(std::ptrdiff_t offset_bytes, std::ptrdiff_t size_bytes)
{
    return glMapBufferRange(GL_ARRAY_BUFFER, offset_bytes, size_bytes,
                            GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
}

bool finish_vertex_buffer_write() { return glUnmapBuffer(GL_ARRAY_BUFFER) == GL_TRUE; }

unsigned take_gl_error() { return glGetError(); }

} // namespace draw
