#include "draw/gl/shader.hpp"

#include "draw/gl/dialect.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace draw
{

namespace
{
Shader compile(GLenum kind, std::string_view source)
{
    Shader shader{glCreateShader(kind)};
    const std::string head = std::string{version_line()} + "\nprecision highp float;\n"; // OpenGL ES needs a precision
    const std::array parts{head.data(), source.data()};
    const std::array lengths{static_cast<GLint>(head.size()), static_cast<GLint>(source.size())};
    glShaderSource(shader.get(), 2, parts.data(), lengths.data());
    glCompileShader(shader.get());
    GLint good = 0;
    glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &good);
    if (good != 0) return shader;

    std::string log(4096, '\0');
    GLsizei length = 0;
    glGetShaderInfoLog(shader.get(), static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    throw std::runtime_error("a shader does not compile: " + log);
}
} // namespace

ShaderProgram make_program(std::string_view vertex, std::string_view fragment)
{
    const Shader vertex_shader   = compile(GL_VERTEX_SHADER, vertex);
    const Shader fragment_shader = compile(GL_FRAGMENT_SHADER, fragment);
    ShaderProgram program{glCreateProgram()};
    glAttachShader(program.get(), vertex_shader.get());
    glAttachShader(program.get(), fragment_shader.get());
    glLinkProgram(program.get());
    GLint good = 0;
    glGetProgramiv(program.get(), GL_LINK_STATUS, &good);
    if (good == 0) throw std::runtime_error("the shaders do not link");
    return program;
}

} // namespace draw
