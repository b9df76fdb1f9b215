// draw/gl/gl.hpp -- RAII classes, each of which owns one OpenGL object
#pragma once

#include <glad/gl.h>

#include <utility>

namespace draw
{

template <void (*Destroy)(GLuint)>
class GlHandle
{
public:
    GlHandle() = default;
    explicit GlHandle(GLuint id)
        : id_{id}
    {
    }
    GlHandle(GlHandle&& other) noexcept
        : id_{std::exchange(other.id_, 0U)}
    {
    }
    GlHandle& operator=(GlHandle&& other) noexcept
    {
        std::swap(id_, other.id_);
        return *this;
    }
    GlHandle(const GlHandle&)            = delete;
    GlHandle& operator=(const GlHandle&) = delete;
    ~GlHandle()
    {
        if (id_ != 0) Destroy(id_);
    }

    GLuint get() const { return id_; }

private:
    GLuint id_ = 0;
};

// Deleters for GlHandle. OpenGL functions are pointers set at run time, so they cannot be template arguments.
inline void delete_shader(GLuint id) { glDeleteShader(id); }
inline void delete_program(GLuint id) { glDeleteProgram(id); }
inline void delete_buffer(GLuint id) { glDeleteBuffers(1, &id); }
inline void delete_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }

using Shader        = GlHandle<delete_shader>;
using ShaderProgram = GlHandle<delete_program>;
using Buffer        = GlHandle<delete_buffer>;
using VertexArray   = GlHandle<delete_vertex_array>;

} // namespace draw
