// lab/settings/lesson_files.hpp -- the lessons that come with the program, as text; lab/lessons reads them
#pragma once

#include <span>
#include <string_view>

namespace lab
{

/// The file of a lesson, by the lesson's name.
struct LessonFile
{
    std::string_view name;
    std::string_view text;
};
/// The files of all lessons: first the course, in its order, then those over a network.
std::span<const LessonFile> lesson_files();
/// Those of the course.
std::span<const LessonFile> course_files();

} // namespace lab
