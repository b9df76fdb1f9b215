#include "draw/gl/renderer.hpp"

#include "draw/gl/gl_variant.hpp"
#include "embedded/ball_frag.hpp"
#include "embedded/box_frag.hpp"
#include "embedded/box_vert.hpp"
#include "embedded/dot_frag.hpp"
#include "embedded/dot_vert.hpp"
#include "embedded/quad_frag.hpp"
#include "embedded/quad_vert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace draw
{

namespace
{

// Radius in pixels. A larger disc is drawn as a box, because OpenGL may discard a large point near the canvas edge.
constexpr float max_dot_radius_px = 8.0F;
// The vertex buffer has memory for at least this number of ShapeRecords, one for each shape.
constexpr std::size_t min_record_capacity = 16'384;
// With fewer consecutive discs, a draw call of OpenGL points is slower than boxes.
constexpr std::size_t min_dots_per_call = 200;

// The vertex attributes of one shape in the vertex buffer.
struct ShapeRecord
{
    // The members x, y, half_w, half_h, cos, sin, radius and outline_width of a RoundedBox, or the corners of a Quad.
    std::array<float, 8> geometry;
    std::array<float, 4> colour;
    float blur_width;
};

std::array<float, 4> colour_components(Colour colour) { return {colour.r, colour.g, colour.b, colour.a}; }

struct ToShapeRecord
{
    ShapeRecord operator()(const RoundedBox& box) const
    {
        return {{box.x, box.y, box.half_w, box.half_h, box.cos, box.sin, box.radius, box.outline_width},
                colour_components(box.colour),
                box.blur_width};
    }
    ShapeRecord operator()(const Quad& quad) const
    {
        const auto& [a, b, c, d] = quad.corners;
        return {{a.x, a.y, b.x, b.y, c.x, c.y, d.x, d.y}, colour_components(quad.colour), 0.0F};
    }
};

GLsizeiptr byte_size_of_records(std::size_t record_count)
{
    return static_cast<GLsizeiptr>(record_count * sizeof(ShapeRecord));
}

Shader start_compiling_shader(GLenum shader_type, std::string_view source)
{
    Shader shader{glCreateShader(shader_type)};
    const std::string shader_prologue =
        std::string{shader_version_line()} + "\nprecision highp float;\n"; // OpenGL ES needs a default precision
    const std::array sources{shader_prologue.data(), source.data()};
    const std::array lengths{static_cast<GLint>(shader_prologue.size()), static_cast<GLint>(source.size())};
    glShaderSource(shader.get(), 2, sources.data(), lengths.data());
    glCompileShader(shader.get());
    return shader;
}

// Only starts to compile and link. The caller must then call finish_linking().
ShaderProgram start_linking_program(std::string_view vertex_source, std::string_view fragment_source)
{
    const Shader vertex_shader = start_compiling_shader(GL_VERTEX_SHADER, vertex_source);
    const Shader fragment_shader = start_compiling_shader(GL_FRAGMENT_SHADER, fragment_source);
    ShaderProgram program{glCreateProgram()};
    glAttachShader(program.get(), vertex_shader.get()); // the program keeps the shaders
    glAttachShader(program.get(), fragment_shader.get());
    glLinkProgram(program.get());
    return program;
}

// Throws std::runtime_error with the messages of the driver if compiling or linking has failed.
void finish_linking(GLuint program)
{
    GLint is_linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked != 0) return;

    std::string driver_log(4096, '\0');
    GLsizei log_length = 0;
    std::array<GLuint, 2> shaders{};
    GLsizei shader_count = 0;
    glGetAttachedShaders(program, static_cast<GLsizei>(shaders.size()), &shader_count, shaders.data());
    for (GLsizei i = 0; i < shader_count && log_length == 0; ++i)
        glGetShaderInfoLog(shaders[static_cast<std::size_t>(i)], static_cast<GLsizei>(driver_log.size()), &log_length,
                           driver_log.data());
    if (log_length == 0)
        glGetProgramInfoLog(program, static_cast<GLsizei>(driver_log.size()), &log_length, driver_log.data());
    driver_log.resize(static_cast<std::size_t>(log_length));
    throw std::runtime_error("a shader does not compile or link: " + driver_log);
}

GLuint generate_gl_object(void (*generate)(GLsizei, GLuint*))
{
    GLuint id = 0;
    generate(1, &id);
    return id;
}

void set_attribute_pointer(GLuint location, GLint component_count, std::size_t offset_bytes, GLuint divisor)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr): OpenGL takes the offset in the vertex buffer as a pointer
    glVertexAttribPointer(location, component_count, GL_FLOAT, GL_FALSE, sizeof(ShapeRecord),
                          reinterpret_cast<const void*>(offset_bytes));
    glVertexAttribDivisor(location, divisor);
}

} // namespace

Renderer::Renderer()
    : shape_kind_programs_{{{start_linking_program(embedded::box_vert, embedded::box_frag)},
                            {start_linking_program(embedded::box_vert, embedded::ball_frag)},
                            {start_linking_program(embedded::dot_vert, embedded::dot_frag)},
                            {start_linking_program(embedded::quad_vert, embedded::quad_frag)}}}
    , vertex_array_{generate_gl_object(glGenVertexArrays)}
    , vertex_buffer_{generate_gl_object(glGenBuffers)}
{
    for (ShapeKindProgram& shape_kind_program : shape_kind_programs_)
    {
        finish_linking(shape_kind_program.program.get());
        shape_kind_program.canvas_size_uniform = glGetUniformLocation(shape_kind_program.program.get(), "canvas");
    }
    glBindVertexArray(vertex_array_.get());
    for (GLuint location = 0; location < 4; ++location) glEnableVertexAttribArray(location);
    glBindVertexArray(0);
}

void Renderer::begin_frame(int canvas_width, int canvas_height, Colour colour)
{
    canvas_width_ = std::max(canvas_width, 1);
    canvas_height_ = std::max(canvas_height, 1);
    glViewport(0, 0, canvas_width_, canvas_height_);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(colour.r, colour.g, colour.b, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
    cleared_colour_ = colour;
}

void Renderer::draw(const Picture& picture)
{
    const Rect area = picture.area();
    const auto rounded_to_pixel = [](float pixels) { return static_cast<GLint>(std::lround(pixels)); };
    const GLint width = rounded_to_pixel(area.right()) - rounded_to_pixel(area.x);
    const GLint height = rounded_to_pixel(area.bottom()) - rounded_to_pixel(area.y);
    if (width <= 0 || height <= 0) return; // no visible area
    glEnable(GL_SCISSOR_TEST);
    glScissor(rounded_to_pixel(area.x), canvas_height_ - rounded_to_pixel(area.bottom()), width, height);
    if (!(picture.background() == cleared_colour_))
    {
        glClearColor(picture.background().r, picture.background().g, picture.background().b, 1.0F);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    if (!picture.shapes().empty() && append_shapes(picture.shapes()))
    {
        glEnable(GL_BLEND);
        enable_shader_point_size();
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        split_into_batches(picture.shapes());
        for (const ShapeBatch& batch : shape_batches_) draw_batch(batch);
    }
    glBindVertexArray(0);
    glDisable(GL_SCISSOR_TEST);
}

// Leaves the vertex buffer bound. `shapes` must not be empty.
bool Renderer::append_shapes(const std::vector<Shape>& shapes)
{
    glBindVertexArray(vertex_array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, vertex_buffer_.get());
    if (used_record_count_ + shapes.size() > record_capacity_)
    {
        record_capacity_ = std::max({min_record_capacity, shapes.size(), record_capacity_});
        used_record_count_ = 0;
        // Allocates new memory, because a pending draw call may still read the old memory.
        glBufferData(GL_ARRAY_BUFFER, byte_size_of_records(record_capacity_), nullptr, GL_STREAM_DRAW);
    }
    picture_first_record_ = std::exchange(used_record_count_, used_record_count_ + shapes.size());
    auto* record = static_cast<ShapeRecord*>(
        begin_vertex_buffer_write(byte_size_of_records(picture_first_record_), byte_size_of_records(shapes.size())));
    if (record == nullptr) return false;
    for (const Shape& shape : shapes) *record++ = std::visit(ToShapeRecord{}, shape);
    return finish_vertex_buffer_write();
}

Renderer::ShapeKind Renderer::shape_kind_of(const Shape& shape)
{
    const auto* box = std::get_if<RoundedBox>(&shape);
    if (box == nullptr) return ShapeKind::quad;
    if (box->is_lit_ball) return ShapeKind::ball;
    const bool is_plain_disc = box->is_disc() && box->outline_width == 0.0F && box->blur_width == 0.0F;
    return is_plain_disc && box->radius <= max_dot_radius_px ? ShapeKind::dot : ShapeKind::box;
}

void Renderer::split_into_batches(const std::vector<Shape>& shapes)
{
    shape_batches_.clear();
    std::size_t end_shape = 0;
    while (end_shape < shapes.size())
    {
        const std::size_t first_shape = end_shape;
        ShapeKind kind = shape_kind_of(shapes[first_shape]);
        while (end_shape < shapes.size() && shape_kind_of(shapes[end_shape]) == kind) ++end_shape;
        if (kind == ShapeKind::dot && end_shape - first_shape < min_dots_per_call) kind = ShapeKind::box;
        if (!shape_batches_.empty() && shape_batches_.back().kind == kind)
            shape_batches_.back().end_shape = end_shape;
        else
            shape_batches_.push_back({kind, first_shape, end_shape});
    }
}

void Renderer::draw_batch(const ShapeBatch& batch) const
{
    const ShapeKindProgram& shape_kind_program = shape_kind_programs_[static_cast<std::size_t>(batch.kind)];
    const auto shape_count = static_cast<GLsizei>(batch.end_shape - batch.first_shape);
    glUseProgram(shape_kind_program.program.get());
    glUniform2f(shape_kind_program.canvas_size_uniform, static_cast<float>(canvas_width_),
                static_cast<float>(canvas_height_));
    // The draw call begins at a record by attribute offsets: OpenGL 3.3 has no base instance parameter.
    const std::size_t offset_bytes = (picture_first_record_ + batch.first_shape) * sizeof(ShapeRecord);
    const GLuint divisor = batch.kind == ShapeKind::dot ? 0 : 1;
    set_attribute_pointer(0, 4, offset_bytes + offsetof(ShapeRecord, geometry), divisor);
    set_attribute_pointer(1, 4, offset_bytes + offsetof(ShapeRecord, geometry) + 4 * sizeof(float), divisor);
    set_attribute_pointer(2, 4, offset_bytes + offsetof(ShapeRecord, colour), divisor);
    set_attribute_pointer(3, 1, offset_bytes + offsetof(ShapeRecord, blur_width), divisor);
    if (batch.kind == ShapeKind::dot)
        glDrawArrays(GL_POINTS, 0, shape_count);
    else
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, shape_count);
}

} // namespace draw
