// export/pages/sections.hpp -- the pages of a lesson and of a loop
#pragma once

#include "export/pages/document.hpp"
#include "lab/lessons/lesson.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pages
{

/// Returns the paths in the folder of the pages: "lessons/NAME.html", "loops/NAME.html".
std::string lesson_path(std::string_view lesson);
std::string loop_path(std::string_view loop);

/// Returns the lessons whose lanes run the loop timestep::all_presets[preset], in the order of the course.
std::vector<const lab::Lesson*> lessons_with(std::size_t preset);
/// Returns the loops that the lanes of a lesson run, as indices into timestep::all_presets, each once.
std::vector<std::size_t> loops_of(const lab::Lesson& lesson);

/// Runs the lesson and returns its page. Throws std::runtime_error if the lesson has an error.
std::string lesson_page(const PagesInput& input, const lab::Lesson& lesson);
/// Runs the loop timestep::all_presets[preset] on several virtual PCs and returns its page.
std::string loop_page(const PagesInput& input, std::size_t preset);

} // namespace pages
