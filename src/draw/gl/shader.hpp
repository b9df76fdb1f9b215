// draw/gl/shader.hpp -- compiles the shader sources in shaders/ to programs
#pragma once

#include "draw/gl/gl.hpp"

#include <string_view>

namespace draw
{

/// Compiles and links a program. It adds the first line (#version) to each source. Throws std::runtime_error with the
/// driver's log.
ShaderProgram make_program(std::string_view vertex, std::string_view fragment);

} // namespace draw
