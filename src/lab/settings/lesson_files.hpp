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
/// Returns the files of all lessons: first those of the course (loops on virtual PCs) in their order, then those about
/// network games.
std::span<const LessonFile> lesson_files();
/// Returns the files of the lessons that run loops on virtual PCs (the course): all lessons except those about network
/// games.
std::span<const LessonFile> course_files();

} // namespace lab
