// draw/gl/renderer.hpp -- draws the shapes of pictures with OpenGL 3.3 core
//
// A picture goes to the graphics card as one buffer of equal records, in painter's order. It is drawn in runs of shapes
// that share a program: boxes and quads as instanced quads, long runs of small discs as points.
#pragma once

#include "draw/gl/gl.hpp"
#include "draw/shapes/picture.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace draw
{

/// What OpenGL has complained of since the last call, as its own number; 0 for nothing.
unsigned error();

class Renderer
{
public:
    /// Needs a current context whose functions are loaded. Throws std::runtime_error when a shader does not compile.
    Renderer();

    /// Starts a frame on a canvas of `width` x `height` pixels.
    void clear(int width, int height, Colour colour);
    /// Draws a picture inside its own area, over its own ground.
    void draw(const Picture& picture);

private:
    enum class Kind : std::uint8_t
    {
        box,
        ball,
        dot,
        quad,
    };
    struct Brush
    {
        ShaderProgram program;
        GLint canvas = -1;

        Brush(std::string_view vertex, std::string_view fragment);
    };
    struct Run
    {
        Kind kind;
        std::size_t begin;
        std::size_t end;
    };

    static Kind kind_of(const Shape& shape);
    bool upload(const std::vector<Shape>& shapes);
    void split(const std::vector<Shape>& shapes);
    const Brush& brush_for(Kind kind) const;
    void paint(const Run& run) const;

    Brush boxes_;
    Brush balls_;
    Brush dots_;
    Brush quads_;
    VertexArray layout_;
    Buffer records_;
    std::size_t capacity_ = 0; // of the buffer, in shapes
    std::size_t used_     = 0;
    std::size_t first_    = 0; // of the newest picture
    std::vector<Run> runs_;    // of the newest picture; kept for its memory
    Colour ground_{};          // that the canvas was cleared with
    int width_  = 1;
    int height_ = 1;
};

} // namespace draw
