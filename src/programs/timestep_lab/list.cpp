// timestep_lab list [WHAT] -- prints the names that other subcommands accept, such as loops, scenes and machines
#include "base/message.hpp"
#include "base/number.hpp"
#include "catalogue/description.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/lessons/lesson_runs.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/loop_search.hpp"
#include "programs/timestep_lab/command.hpp"
#include "recordings/formats/formats.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/settings.hpp"
#include "sim/physics/integrator.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace timestep_lab
{

namespace
{
using namespace timestep;

std::string rate_text(const Preset& preset)
{
    return preset.has_rate ? fmt::format("{:.4g} Hz", hertz(preset.default_rate)) : "any";
}

void print_loops(const std::string& search_words)
{
    constexpr const char* row_format = "{:<21} {:<19} {:<12} {:<15} {:<12} {:<17} {:<8} {}\n";
    const auto is_match              = [&](const Preset& preset) { return lab::finds_loop(preset, search_words); };
    if (std::ranges::none_of(all_presets, is_match))
        throw BadInput{"no loop has the words '{}' in its description, axes, language or pacing", search_words};
    base::print(row_format, "loop", "filter", "stepper", "overload", "presentation", "pacer", "rate", "source");
    const lab::LoopGroup* shelf = nullptr;
    const lab::LoopGroup* shown = nullptr;
    for (const Preset& preset : all_presets)
    {
        for (const lab::LoopGroup& s : lab::loop_groups)
            if (s.first == preset.name) shelf = &s;
        if (!is_match(preset)) continue;
        if (std::exchange(shown, shelf) != shelf) base::print("\n# {}\n", shelf->title);
        const Loop loop = preset.make(preset.default_rate);
        base::print(row_format, preset.name, loop.filter.name(), loop.stepper.name(), loop.overload.name(),
                    name_of(loop.presentation), loop.pacer.name(), rate_text(preset),
                    catalogue::description_of(preset.name).source);
    }
}

template <class Axis>
void print_axis(std::string_view name)
{
    base::print("{}\n", name);
    Axis axis;
    for (const std::string_view alternative : Axis::names)
    {
        axis.choose(alternative);
        base::print("  {}\n", alternative);
        for_each_knob(axis,
                      [&](const KnobRef& k)
                      {
                          base::print("    {:<28} {:>7g} ({:g} to {:g}{}{})  {}\n", fmt::format("{}.{}", name, k.name),
                                      k.get(), k.min, k.max, k.unit.empty() ? "" : " ", k.unit, k.help);
                      });
    }
}

void print_axes()
{
    print_axis<LoopFilter>("filter");
    print_axis<LoopStepper>("stepper");
    print_axis<LoopOverload>("overload");
    base::print("presentation\n");
    for (const Presentation p : all_presentations) base::print("  {}\n", name_of(p));
    print_axis<LoopPacer>("pacer");
}

void print_metrics()
{
    for (const lab::MetricRow& metric : lab::all_metrics())
        base::print("{:<24} {:<3} {}\n", metric.key, metric.unit, metric.what);
}

void print_formats()
{
    for (const recordings::Format* format : recordings::all_formats) base::print("{}\n", format->name);
}

void print_named_rows(std::size_t name_width, const auto& rows, auto name_member, auto description_member)
{
    for (const auto& row : rows)
        base::print("{:<{}} {}\n", std::invoke(name_member, row), name_width, std::invoke(description_member, row));
}

struct Listing
{
    std::string_view name;
    std::string_view about;
    void (*print)();
};

constexpr std::array all_listings{
    Listing{"loops", "every loop by name, with its five axes and its source", [] { print_loops({}); }},
    Listing{"axes", "every alternative of the five axes, with its knobs", print_axes},
    Listing{"scenes", "what can be simulated",
            [] {
                print_named_rows(18, scenes::all_scenes(), &scenes::SceneType::name, &scenes::SceneType::what_to_watch);
            }},
    Listing{"integrators", "how a step is computed",
            [] { print_named_rows(20, sim::all_integrators, &sim::IntegratorRow::name, &sim::IntegratorRow::price); }},
    Listing{"machines", "virtual PCs for races of loops",
            [] { print_named_rows(22, sim::machine_presets(), &sim::MachinePreset::name, &sim::MachinePreset::what); }},
    Listing{"metrics", "what is measured in a run of a loop", print_metrics},
    Listing{"network", "what lessons over a network measure in a `game`",
            [] { print_named_rows(24, lab::network_numbers(), &lab::NetworkNumber::key, &lab::NetworkNumber::what); }},
    Listing{"lessons", "questions with an explanation that is checked",
            [] { print_named_rows(32, lab::all_lessons(), &lab::Lesson::name, &lab::Lesson::title); }},
    Listing{"formats", "the recordings that can be read", print_formats},
};

struct ListOptions
{
    std::string what;
    std::vector<std::string> words;
};

void list(const ListOptions& options, bool /*quiet*/)
{
    if (!options.words.empty() && options.what != "loops")
        throw BadInput{"words are searched only in loops: timestep_lab list loops WORD"};
    if (!options.words.empty())
        print_loops(fmt::format("{}", fmt::join(options.words, " ")));
    else if (!options.what.empty())
        row_named(options.what, all_listings, "list").print();
    else
        for (const Listing& listing : all_listings) base::print("{:<12} {}\n", listing.name, listing.about);
}
} // namespace

void add_list(CLI::App& program)
{
    auto [command, options] = add_command<ListOptions>(
        program, "list", "List the loops, scenes, machines, lessons and everything else that can be chosen.", list);
    add_option(command, "what", options.what, "What to list; if not given, prints what can be listed.",
               {.type = "WHAT", .choices = names_in(all_listings)});
    add_option(command, "words", options.words,
               "After `loops`: print only loops that have these words in their description, axes, language or pacing.",
               {.type = "WORD"});
}

} // namespace timestep_lab
