#include "export/pages/pages.hpp"

#include "catalogue/presets.hpp"
#include "export/pages/document.hpp"
#include "lab/settings/loop_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace pages
{

std::string lesson_page_path(std::string_view lesson) { return "lessons/" + std::string{lesson} + ".html"; }
std::string loop_page_path(std::string_view loop) { return "loops/" + std::string{loop} + ".html"; }

std::vector<timestep::PresetId> distinct_loops_of(const lab::Lesson& lesson)
{
    std::vector<timestep::PresetId> loops;
    const auto add = [&](timestep::PresetId loop)
    {
        if (std::ranges::find(loops, loop) == loops.end()) loops.push_back(loop);
    };
    for (const lab::LaneSetup& lane : lesson.lanes) add(lane.config.loop.preset);
    return loops;
}

namespace
{

std::string loop_lists_html(const Document& page)
{
    std::string html;
    bool is_list_open = false;
    for (const timestep::Preset& preset : catalogue::presets())
    {
        for (const lab::LoopGroup& group : lab::loop_groups)
        {
            if (group.first_loop_name != preset.name) continue;
            html += fmt::format("{}<h3>{}</h3>\n<ul class=\"loops\">\n", is_list_open ? "</ul>\n" : "",
                                markup_escaped(group.title));
            is_list_open = true;
        }
        html += loop_list_item_html(page, catalogue::id_of(preset));
    }
    return html + "</ul>\n";
}

std::string index_page_html(const PagesOptions& page_options)
{
    Document page{page_options, 0};
    const std::size_t lesson_count = lab::built_in_lessons().size();
    const auto description =
        fmt::format("{} lessons and {} game loops. Each lesson asks a question, runs game loops, and explains the "
                    "result with the numbers of the run.",
                    lesson_count, catalogue::presets().size());
    page.append_html(fmt::format("<main>\n<header>\n<p class=\"brand\"><b>Timestep Lab</b></p>\n"
                                 "<h1>How a game keeps time</h1>\n<p class=\"lead\">{}</p>\n",
                                 description));
    if (page.has_demo())
        page.append_html(fmt::format("<p>{} runs the same loops in the browser, with all controls.</p>\n",
                                     link_html(page.demo_path(), "The demo")));
    page.append_html("<nav aria-label=\"Parts of this page\">" + link_html("#course", "The course") +
                     link_html("#loops", "All loops") + link_html("faults.html", "What each metric sees") +
                     "</nav>\n</header>\n");
    std::string lesson_items;
    for (const lab::Lesson& lesson : lab::built_in_lessons()) lesson_items += lesson_list_item_html(page, lesson);
    page.append_html(section_html("course", "The course",
                                  "<p>The lessons are about failures, then about the costs of smooth motion, then "
                                  "about clocks. A lesson takes a few minutes.</p>\n<ol class=\"course\">\n" +
                                      lesson_items + "</ol>\n"));
    page.append_html(section_html("loops", "All loops",
                                  "<p>Each page has the promise of the loop and its price, a run on several PCs, and "
                                  "its source code in eight languages.</p>\n" +
                                      loop_lists_html(page)));
    page.append_html("</main>\n");
    return page.page_html("Timestep Lab: lessons and game loops", description);
}

} // namespace

std::vector<PageFile> make_pages(const PagesOptions& page_options, const ProgressCallback& on_progress)
{
    std::vector<PageFile> page_files;
    const std::size_t page_count = lab::built_in_lessons().size() + catalogue::presets().size() + 2;
    const auto add_page = [&](std::string path, std::string html)
    {
        page_files.push_back({std::move(path), std::move(html)});
        if (on_progress) on_progress(page_files.size(), page_count);
    };
    for (const lab::Lesson& lesson : lab::built_in_lessons())
        add_page(lesson_page_path(lesson.name), make_lesson_page(page_options, lesson));
    for (const timestep::Preset& preset : catalogue::presets())
        add_page(loop_page_path(preset.name), make_loop_page(page_options, catalogue::id_of(preset)));
    add_page("faults.html", make_faults_page(page_options));
    add_page("index.html", index_page_html(page_options));
    return page_files;
}

} // namespace pages
