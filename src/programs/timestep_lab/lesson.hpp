#pragma once

#include "lab/lessons/lesson.hpp"

#include <string>

namespace timestep_lab
{

/// Reads a file if the path ends in ".toml", else finds the built-in lesson. Throws BadInput on failure.
lab::Lesson read_lesson(const std::string& given_lesson);

} // namespace timestep_lab
