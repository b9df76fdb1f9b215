// lab/settings/lesson_files.hpp -- the texts of the lessons, which are built into the program; lab/lessons parses them
#pragma once

#include <span>
#include <string_view>

namespace lab
{

struct LessonFile
{
    std::string_view name; ///< name of the lesson: its file name without .toml
    std::string_view text; ///< content of the lesson's file
};
/// Returns the files of all lessons: first the course in its order, then the lessons about network games.
std::span<const LessonFile> lesson_files();
/// Returns the files of the course, which are all lessons except those about network games.
std::span<const LessonFile> course_files();

} // namespace lab
