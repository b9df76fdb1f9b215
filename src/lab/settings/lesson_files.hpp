// lab/settings/lesson_files.hpp -- the built-in lessons as TOML, which lab/lessons parses
#pragma once

#include <span>
#include <string_view>

namespace lab
{

struct LessonFile
{
    std::string_view name; ///< file name without .toml
    std::string_view text;
};
/// All lessons: first those of the course (loops on virtual PCs) in their order, then those about network games.
std::span<const LessonFile> lesson_files();
std::span<const LessonFile> course_files();

} // namespace lab
