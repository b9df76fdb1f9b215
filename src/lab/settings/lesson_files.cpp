#include "lab/settings/lesson_files.hpp"

#include "lab/settings/controls.hpp"

#include "embedded/lessons.hpp"

#include <algorithm>
#include <array>

namespace lab
{

namespace
{

constexpr auto embedded_lesson_files = []
{
    std::array<LessonFile, embedded::lessons.size()> files{};
    std::ranges::transform(embedded::lessons, files.begin(),
                           [](const auto& file) {
                               return LessonFile{file.name, file.text};
                           });
    return files;
}();

constexpr auto lesson_choice_names = []
{
    std::array<std::string_view, embedded_lesson_files.size() + 1> names{"none"};
    std::ranges::transform(embedded_lesson_files, names.begin() + 1, &LessonFile::name);
    return names;
}();

} // namespace

constinit const ValueNames lesson_choices{lesson_choice_names};

std::span<const LessonFile> lesson_files() { return embedded_lesson_files; }

} // namespace lab
