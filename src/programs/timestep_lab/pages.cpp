// timestep_lab pages -- prints the data of the site's pages about lessons and loops, for the templates in assets/site
#include "export/pages/pages.hpp"
#include "catalogue/presets.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/lesson.hpp"
#include "programs/timestep_lab/output.hpp"
#include "timestep/version.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace timestep_lab
{

namespace
{

struct PagesCommandOptions
{
    std::string given_lesson; ///< a built-in lesson, or a .toml file; empty for all lessons and loops
};

void print_pages(const PagesCommandOptions& options, bool quiet)
{
    ProgressBar bar{"pages", quiet};
    const auto on_progress = [&](std::size_t done, std::size_t count) { bar.set_progress(done, count); };
    if (!options.given_lesson.empty())
        return print_json(pages::pages_json({{read_lesson(options.given_lesson)}}, {}, TIMESTEP_VERSION, on_progress));
    std::vector<timestep::PresetId> loops;
    for (const timestep::Preset& preset : catalogue::presets()) loops.push_back(catalogue::id_of(preset));
    print_json(pages::pages_json(lab::built_in_lessons(), loops, TIMESTEP_VERSION, on_progress));
}

} // namespace

void add_pages_command(CLI::App& program)
{
    auto [command, options] =
        add_command<PagesCommandOptions>(program, "pages",
                                         "Run the lessons and the loops, and print what the pages of the site show of "
                                         "them as JSON: numbers, images as SVG, code.",
                                         print_pages);
    add_option(command, "--lesson", options.given_lesson,
               "Only this lesson: one from `list lessons`, or a .toml file of your own.",
               {.type = "NAME|FILE", .suggested_values = names_in(lab::lesson_files())});
}

} // namespace timestep_lab
