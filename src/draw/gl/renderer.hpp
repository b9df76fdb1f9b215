// draw/gl/renderer.hpp -- Renderer: draws boxes, discs and quads with OpenGL 3.3 core or WebGL 2
// One draw call draws a batch of consecutive shapes with the same shader. Each shape is a record in the vertex buffer.
#pragma once

#include "draw/shapes/picture.hpp"

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace draw
{

/// Owns one OpenGL object. It can be moved, but not copied.
template <void (*Destroy)(GLuint)>
class GlHandle
{
public:
    explicit GlHandle(GLuint id)
        : id_{id}
    {
    }
    GlHandle(GlHandle&& other) noexcept
        : id_{std::exchange(other.id_, 0U)}
    {
    }
    ~GlHandle()
    {
        if (id_ != 0) Destroy(id_);
    }

    GLuint get() const { return id_; }

private:
    GLuint id_;
};

// Deleters for GlHandle. OpenGL functions are pointers set at run time, so they cannot be template arguments.
inline void delete_shader(GLuint id) { glDeleteShader(id); }
inline void delete_program(GLuint id) { glDeleteProgram(id); }
inline void delete_buffer(GLuint id) { glDeleteBuffers(1, &id); }
inline void delete_vertex_array(GLuint id) { glDeleteVertexArrays(1, &id); }

using Shader = GlHandle<delete_shader>;
using ShaderProgram = GlHandle<delete_program>;
using Buffer = GlHandle<delete_buffer>;
using VertexArray = GlHandle<delete_vertex_array>;

class Renderer
{
public:
    /// Needs a current context and a successful load_gl_functions(). A bad shader throws std::runtime_error.
    Renderer();

    /// Begins a frame: fills the canvas of `canvas_width` x `canvas_height` pixels with `colour`.
    void begin_frame(int canvas_width, int canvas_height, Colour colour);
    /// Fills the picture's area if its background differs from the cleared colour. Draws the shapes, but no labels.
    void draw(const Picture& picture);

private:
    enum class ShapeKind : std::uint8_t
    {
        box, ///< a RoundedBox that is neither a ball nor a dot
        ball, ///< a disc that is shaded as a sphere
        dot, ///< a small filled disc among many; drawn as an OpenGL point
        quad, ///< a Quad
    };
    struct ShapeKindProgram
    {
        ShaderProgram program;
        GLint canvas_size_uniform = -1;
    };
    struct ShapeBatch
    {
        ShapeKind kind;
        std::size_t first_shape;
        std::size_t end_shape;
    };

    static ShapeKind shape_kind_of(const Shape& shape);
    bool append_shapes(const std::vector<Shape>& shapes);
    void split_into_batches(const std::vector<Shape>& shapes);
    void draw_batch(const ShapeBatch& batch) const;

    std::array<ShapeKindProgram, 4> shape_kind_programs_; // in the order of the enum ShapeKind
    VertexArray vertex_array_;
    Buffer vertex_buffer_;
    std::size_t record_capacity_ = 0; // size of the vertex buffer in shapes
    std::size_t used_record_count_ = 0; // number of shapes in the vertex buffer
    std::size_t picture_first_record_ = 0; // index in the vertex buffer of the newest picture's first shape
    // The batches of the newest picture. This is a member only to reuse its memory.
    std::vector<ShapeBatch> shape_batches_;
    Colour cleared_colour_{}; // of the canvas in this frame; a picture with this background needs no fill of its own
    int canvas_width_ = 1;
    int canvas_height_ = 1;
};

} // namespace draw
