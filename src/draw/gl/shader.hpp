// draw/gl/shader.hpp -- programs from the sources in shaders/
#pragma once

#include "draw/gl/gl.hpp"

#include <string_view>

namespace draw
{

/// Compiles and links; the first line (version, precision) is added here. Throws std::runtime_error with the driver's
/// log.
ShaderProgram make_program(std::string_view vertex, std::string_view fragment);

} // namespace draw
