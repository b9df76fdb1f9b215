// draw/gl/shader.hpp -- compiles and links the shader sources in shaders/ to OpenGL programs
#pragma once

#include "draw/gl/gl.hpp"

#include <string_view>

namespace draw
{

/// Compiles and links a program from the sources of a vertex and a fragment shader. Adds the #version line to both.
/// Throws std::runtime_error with the driver's log if this fails.
ShaderProgram make_program(std::string_view vertex, std::string_view fragment);

} // namespace draw
