// render/renderer.hpp -- draws pictures with OpenGL 3.3 core: one instanced call per picture
#pragma once

#include "render/gl.hpp"
#include "view/picture.hpp"

namespace render
{

class Renderer
{
public:
    /// Needs a current context whose functions are loaded. Throws std::runtime_error when a shader does not compile.
    Renderer();

    /// Starts a frame on a canvas of `width` x `height` pixels.
    void clear(int width, int height, view::Colour colour);
    /// Draws a picture inside its own area.
    void draw(const view::Picture& picture);

private:
    Program program_;
    VertexArray shapes_;
    Buffer instances_;
    GLint canvas_ = -1;
    int width_    = 1;
    int height_   = 1;
};

} // namespace render
