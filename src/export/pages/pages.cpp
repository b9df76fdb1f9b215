#include "export/pages/pages.hpp"

#include "export/pages/sections.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <utility>

namespace pages
{

std::string lesson_path(std::string_view lesson) { return "lessons/" + std::string{lesson} + ".html"; }
std::string loop_path(std::string_view loop) { return "loops/" + std::string{loop} + ".html"; }

std::vector<std::size_t> loops_of(const lab::Lesson& lesson)
{
    std::vector<std::size_t> loops;
    const auto add = [&](std::size_t preset)
    {
        if (std::ranges::find(loops, preset) == loops.end()) loops.push_back(preset);
    };
    for (const lab::LaneSetup& lane : lesson.lanes) add(lane.settings.loop.preset);
    if (lesson.network) add(lesson.network->loop.preset);
    return loops;
}

std::vector<const lab::Lesson*> lessons_with(std::size_t preset)
{
    std::vector<const lab::Lesson*> found;
    for (const lab::Lesson& lesson : lab::all_lessons())
        if (const auto loops = loops_of(lesson); std::ranges::find(loops, preset) != loops.end())
            found.push_back(&lesson);
    return found;
}

std::vector<PageFile> all_pages(const PagesInput& input, const Progress& progress)
{
    std::vector<PageFile> all;
    const std::size_t count = lab::all_lessons().size() + timestep::all_presets.size() + 1;
    const auto add          = [&](std::string path, std::string html)
    {
        all.push_back({std::move(path), std::move(html)});
        if (progress) progress(all.size(), count);
    };
    for (const lab::Lesson& lesson : lab::all_lessons()) add(lesson_path(lesson.name), lesson_page(input, lesson));
    for (std::size_t preset = 0; preset < timestep::all_presets.size(); ++preset)
        add(loop_path(timestep::all_presets[preset].name), loop_page(input, preset));
    add("index.html", index_page(input));
    return all;
}

} // namespace pages
