// lab/settings/lesson_files.hpp -- the text of the lessons that are built into the program; lab/lessons parses it
#pragma once

#include <span>
#include <string_view>

namespace lab
{

struct LessonFile
{
    std::string_view name; ///< name of the lesson
    std::string_view text; ///< content of the file
};
/// Returns the files of all lessons: first those of the course in the course's order, then those over a network.
std::span<const LessonFile> lesson_files();
/// Returns the files of the course.
std::span<const LessonFile> course_files();

} // namespace lab
