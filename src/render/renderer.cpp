#include "render/renderer.hpp"

#include "embedded/shape_frag.hpp"
#include "embedded/shape_vert.hpp"
#include "render/shader.hpp"

#include <algorithm>
#include <cstddef>

namespace render
{

namespace
{

struct Instance
{
    float place[4];
    float form[4];
    float colour[4];
    float soft;
};

Instance instance_of(const view::Shape& s)
{
    return {{s.x, s.y, s.half_w, s.half_h},
            {s.cos, s.sin, s.radius, s.ring},
            {s.colour.r, s.colour.g, s.colour.b, s.colour.a},
            s.softness};
}

GLuint made(void (*create)(GLsizei, GLuint*))
{
    GLuint id = 0;
    create(1, &id);
    return id;
}

void attribute(GLuint location, GLint size, std::size_t offset)
{
    glEnableVertexAttribArray(location);
    // NOLINTNEXTLINE(performance-no-int-to-ptr): OpenGL wants an offset as a pointer
    glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, sizeof(Instance), reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(location, 1);
}

} // namespace

Renderer::Renderer()
    : program_{make_program(embedded::shape_vert, embedded::shape_frag)}
    , shapes_{made(glGenVertexArrays)}
    , instances_{made(glGenBuffers)}
    , canvas_{glGetUniformLocation(program_.get(), "canvas")}
{
    glBindVertexArray(shapes_.get());
    glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
    attribute(0, 4, offsetof(Instance, place));
    attribute(1, 4, offsetof(Instance, form));
    attribute(2, 4, offsetof(Instance, colour));
    attribute(3, 1, offsetof(Instance, soft));
    glBindVertexArray(0);
}

void Renderer::clear(int width, int height, view::Colour colour)
{
    width_  = std::max(width, 1);
    height_ = std::max(height, 1);
    glViewport(0, 0, width_, height_);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(colour.r, colour.g, colour.b, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
}

void Renderer::draw(const view::Picture& picture)
{
    const auto& shapes = picture.shapes();
    if (shapes.empty()) return;
    glBindVertexArray(shapes_.get());
    glBindBuffer(GL_ARRAY_BUFFER, instances_.get());
    const auto bytes = static_cast<GLsizeiptr>(shapes.size() * sizeof(Instance));
    glBufferData(GL_ARRAY_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    auto* to = static_cast<Instance*>(
        glMapBufferRange(GL_ARRAY_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT));
    if (to == nullptr) return; // the context was lost: the next frame tries again
    std::transform(shapes.begin(), shapes.end(), to, instance_of);
    glUnmapBuffer(GL_ARRAY_BUFFER);

    const view::Rect area = picture.area();
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<GLint>(area.x), height_ - static_cast<GLint>(area.y + area.h), static_cast<GLsizei>(area.w),
              static_cast<GLsizei>(area.h));
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(program_.get());
    glUniform2f(canvas_, static_cast<float>(width_), static_cast<float>(height_));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes.size()));
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
}

} // namespace render
