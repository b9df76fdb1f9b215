// lab/settings/lesson_files.hpp -- the TOML files of the built-in lessons, which are embedded in the program
#pragma once

#include <span>
#include <string_view>

namespace lab
{

struct LessonFile
{
    std::string_view name; ///< name of the file without .toml
    std::string_view text; ///< contents of the file
};
/// In the order of the course.
std::span<const LessonFile> lesson_files();

} // namespace lab
