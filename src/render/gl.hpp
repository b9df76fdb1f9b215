// render/gl.hpp -- OpenGL handles that free themselves
#pragma once

#include <glad/gl.h>

#include <utility>

namespace render
{

template <void (*Destroy)(GLuint)>
class Handle
{
public:
    Handle() = default;
    explicit Handle(GLuint id)
        : id_{id}
    {
    }
    Handle(Handle&& other) noexcept
        : id_{std::exchange(other.id_, 0U)}
    {
    }
    Handle& operator=(Handle&& other) noexcept
    {
        std::swap(id_, other.id_);
        return *this;
    }
    Handle(const Handle&)            = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle()
    {
        if (id_ != 0) Destroy(id_);
    }

    GLuint get() const { return id_; }

private:
    GLuint id_ = 0;
};

// Functions, not the loader's pointers, so that they can be template arguments.
inline void delete_shader(GLuint id) { glDeleteShader(id); }
inline void delete_program(GLuint id) { glDeleteProgram(id); }
inline void delete_buffer(GLuint id) { glDeleteBuffers(1, &id); }
inline void delete_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }

using Shader      = Handle<delete_shader>;
using Program     = Handle<delete_program>;
using Buffer      = Handle<delete_buffer>;
using VertexArray = Handle<delete_vertex_array>;

} // namespace render
