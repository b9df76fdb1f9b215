#include "lab/settings/lesson_files.hpp"

#include "lab/settings/controls.hpp"

#include "embedded/course_lessons.hpp"
#include "embedded/network_lessons.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

// The lessons of the course are about loops on virtual PCs; all other lessons are about network games.
constexpr std::size_t course_lesson_count = embedded::course_lessons.size();

constexpr auto all_lesson_files = []
{
    std::array<LessonFile, course_lesson_count + embedded::network_lessons.size()> files{};
    const auto file_of = [](const auto& file) { return LessonFile{file.name, file.text}; };
    std::ranges::transform(embedded::course_lessons, files.begin(), file_of);
    std::ranges::transform(embedded::network_lessons, files.begin() + course_lesson_count, file_of);
    return files;
}();

constexpr auto course_lesson_choice_names = []
{
    std::array<std::string_view, course_lesson_count + 1> names{"none"};
    std::transform(all_lesson_files.begin(), all_lesson_files.begin() + course_lesson_count, names.begin() + 1,
                   [](const LessonFile& file) { return file.name; });
    return names;
}();

} // namespace

constinit const ValueNames course_lesson_choices{course_lesson_choice_names};

std::span<const LessonFile> lesson_files() { return all_lesson_files; }
std::span<const LessonFile> course_lesson_files() { return lesson_files().first(course_lesson_count); }

} // namespace lab
