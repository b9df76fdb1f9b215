// timestep_lab list [WHAT] -- prints the names that other subcommands accept, such as loops, scenes and machines
#include "timestep/loop.hpp"

#include "base/message.hpp"
#include "base/number.hpp"
#include "catalogue/description.hpp"
#include "catalogue/presets.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/metrics/metric_table.hpp"
#include "lab/settings/loop_search.hpp"
#include "programs/timestep_lab/command.hpp"
#include "recordings/formats/formats.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/settings.hpp"
#include "sim/physics/integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace timestep_lab
{

namespace
{
using namespace timestep;

std::string preset_rate_text(const Preset& preset)
{
    return preset.has_rate ? fmt::format("{} Hz", base::number_text(to_hertz(preset.default_rate), 4)) : "any";
}

void print_loops(const std::string& search_words)
{
    constexpr const char* row_format = "{:<21} {:<19} {:<12} {:<15} {:<12} {:<17} {:<8} {}\n";
    const auto is_match = [&](const Preset& preset) { return lab::matches_search(preset, search_words); };
    if (std::ranges::none_of(catalogue::presets(), is_match))
        throw BadInput{"no loop has the words '{}' in its description, parts, programming language or pacing",
                       search_words};
    base::print(row_format, "loop", "filter", "stepper", "overload", "presentation", "pacer", "rate", "source");
    std::string_view last_printed_title;
    for (const Preset& preset : catalogue::presets())
    {
        if (!is_match(preset)) continue;
        const std::string_view title = lab::group_title(preset);
        if (title != last_printed_title) base::print("\n# {}\n", title);
        last_printed_title = title;
        const Loop loop = preset.make(preset.default_rate);
        base::print(row_format, preset.name, loop.filter.name(), loop.stepper.name(), loop.overload.name(),
                    name_of(loop.presentation), loop.pacer.name(), preset_rate_text(preset),
                    catalogue::description_of(preset.name).source);
    }
}

template <class Axis> // an axis is one of a loop's five parts; its alternatives have parameters (knobs)
void print_axis(std::string_view axis_name)
{
    base::print("{}\n", axis_name);
    Axis axis;
    for (const std::string_view alternative : Axis::names)
    {
        axis.choose(alternative);
        base::print("  {}\n", alternative);
        for_each_knob(axis,
                      [&](const KnobRef& knob)
                      {
                          base::print("    {:<28} {:>7} ({} to {}{}{})  {}\n",
                                      fmt::format("{}.{}", axis_name, knob.name), base::number_text(knob.get()),
                                      base::number_text(knob.min), base::number_text(knob.max),
                                      knob.unit.empty() ? "" : " ", knob.unit, knob.help);
                      });
    }
}

void print_axes()
{
    print_axis<LoopFilter>("filter");
    print_axis<LoopStepper>("stepper");
    print_axis<LoopOverloadPolicy>("overload");
    base::print("presentation\n");
    for (const Presentation presentation : all_presentations) base::print("  {}\n", name_of(presentation));
    print_axis<LoopPacer>("pacer");
}

void print_named_rows(std::size_t name_width, const auto& rows, auto name_member, auto description_member)
{
    for (const auto& row : rows)
        base::print("{:<{}} {}\n", std::invoke(name_member, row), name_width, std::invoke(description_member, row));
}

struct Listing
{
    std::string_view name;
    std::string_view description;
    void (*print)();
};

constexpr std::array all_listings{
    Listing{"loops", "every loop by name, with its five parts and its source", [] { print_loops({}); }},
    Listing{"axes", "every choice for each of a loop's five parts (axes), with its parameters", print_axes},
    Listing{"scenes", "the worlds that the loops simulate",
            [] {
                print_named_rows(18, scenes::all_scenes(), &scenes::SceneType::name, &scenes::SceneType::what_to_watch);
            }},
    Listing{
        "integrators", "the numerical methods that compute a step",
        [] { print_named_rows(20, sim::all_integrators, &sim::IntegratorInfo::name, &sim::IntegratorInfo::drawback); }},
    Listing{"machines", "the virtual PCs on which loops can run",
            [] {
                print_named_rows(22, sim::machine_presets(), &sim::MachinePreset::name,
                                 &sim::MachinePreset::description);
            }},
    Listing{"metrics", "the quantities that are measured in a run of a loop",
            []
            {
                for (const lab::Metric& metric : lab::all_metrics())
                    base::print("{:<24} {:<3} {}\n", metric.key, metric.unit, metric.definition);
            }},
    Listing{"lessons", "questions about loops, with measured answers",
            [] { print_named_rows(32, lab::built_in_lessons(), &lab::Lesson::name, &lab::Lesson::title); }},
    Listing{"formats", "the formats of recordings that the program can read",
            []
            {
                for (const recordings::Format* format : recordings::all_formats) base::print("{}\n", format->name);
            }},
};

struct ListOptions
{
    std::string listing_name;
    std::vector<std::string> search_words;
};

void run_list_command(const ListOptions& options, bool /*quiet*/)
{
    if (!options.search_words.empty() && options.listing_name != "loops")
        throw BadInput{"search words are allowed only after loops: timestep_lab list loops WORD"};
    if (!options.search_words.empty())
        print_loops(fmt::format("{}", fmt::join(options.search_words, " ")));
    else if (!options.listing_name.empty())
        row_named(options.listing_name, all_listings, "list").print();
    else
        for (const Listing& listing : all_listings) base::print("{:<12} {}\n", listing.name, listing.description);
}
} // namespace

void add_list_command(CLI::App& program)
{
    auto [command, options] = add_command<ListOptions>(
        program, "list", "List the loops, scenes, machines, lessons and everything else that can be chosen.",
        run_list_command);
    add_option(command, "what", options.listing_name, "What to list; if not given, prints what can be listed.",
               {.type = "WHAT", .suggested_values = names_in(all_listings)});
    add_option(command, "words", options.search_words,
               "For `list loops`: print only loops that have these words in their description, parts, programming "
               "language or pacing.",
               {.type = "WORD"});
}

} // namespace timestep_lab
