// render/shader.hpp -- programs from the sources in shaders/
#pragma once

#include "render/gl.hpp"

#include <string_view>

namespace render
{

/// Compiles and links; the first line (version, precision) is added here. Throws std::runtime_error with the driver's
/// log.
Program make_program(std::string_view vertex, std::string_view fragment);

} // namespace render
