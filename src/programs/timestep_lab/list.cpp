// timestep_lab list [WHAT] -- prints the names that the other subcommands accept: loops, scenes, machines and others
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "catalogue/description.hpp"
#include "lab/lessons/lesson.hpp"
#include "lab/lessons/network_game.hpp"
#include "lab/metrics/scoreboard.hpp"
#include "lab/settings/loop_search.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "recordings/formats/formats.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/presets.hpp"
#include "sim/physics/integrator.hpp"
#include "timestep/presets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
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

void print_loops(const std::string& wanted)
{
    constexpr const char* row = "{:<21} {:<19} {:<12} {:<15} {:<12} {:<17} {:<8} {}\n";
    const auto is_wanted      = [&](const Preset& preset) { return lab::finds_loop(preset, wanted); };
    if (std::ranges::none_of(all_presets, is_wanted))
        throw BadInput{"no loop has the words '{}' in its texts, axes, language or pacing", wanted};
    base::print(row, "loop", "filter", "stepper", "overload", "presentation", "pacer", "rate", "source");
    const lab::Shelf* shelf = nullptr;
    const lab::Shelf* shown = nullptr;
    for (const Preset& preset : all_presets)
    {
        for (const lab::Shelf& s : lab::shelves)
            if (s.first == preset.name) shelf = &s;
        if (!is_wanted(preset)) continue;
        if (std::exchange(shown, shelf) != shelf) base::print("\n# {}\n", shelf->title);
        const Loop loop = preset.make(preset.default_rate);
        base::print(row, preset.name, loop.filter.name(), loop.stepper.name(), loop.overload.name(),
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

void print_scenes()
{
    for (const scenes::SceneType* scene : scenes::all_scenes()) base::print("{:<18} {}\n", scene->name, scene->watch);
}

void print_integrators()
{
    for (const sim::IntegratorRow& row : sim::all_integrators) base::print("{:<20} {}\n", row.name, row.price);
}

void print_machines()
{
    for (const sim::MachinePreset& preset : sim::all_presets()) base::print("{:<22} {}\n", preset.name, preset.what);
}

void print_metrics()
{
    for (const lab::MetricRow& metric : lab::all_metrics())
        base::print("{:<24} {:<3} {}\n", metric.key, metric.unit, metric.what);
}

void print_network()
{
    for (const lab::NetworkNumber& number : lab::network_numbers()) base::print("{:<24} {}\n", number.key, number.what);
}

void print_lessons()
{
    for (const lab::Lesson& lesson : lab::all_lessons()) base::print("{:<32} {}\n", lesson.name, lesson.title);
}

void print_formats()
{
    for (const recordings::Format* format : recordings::all_formats) base::print("{}\n", format->name);
}

struct Listing
{
    std::string_view name;
    std::string_view about;
    void (*print)();
};

void print_all_loops() { print_loops({}); }

constexpr std::array listings{
    Listing{"loops", "every loop by name, with its five axes and its source", print_all_loops},
    Listing{"axes", "every alternative of the five axes, with its knobs", print_axes},
    Listing{"scenes", "what can be simulated", print_scenes},
    Listing{"integrators", "how a step is taken", print_integrators},
    Listing{"machines", "PCs to race loops on", print_machines},
    Listing{"metrics", "what lanes are judged by", print_metrics},
    Listing{"network", "what lessons over a network say of a `game`", print_network},
    Listing{"lessons", "questions with an explanation that is checked", print_lessons},
    Listing{"formats", "the recordings that can be read", print_formats},
};

void list(const std::string& what, const std::string& words)
{
    if (!words.empty())
    {
        if (what != "loops") throw BadInput{"only loops are searched: timestep_lab list loops WORD"};
        return print_loops(words);
    }
    std::vector<std::string_view> names;
    for (const Listing& listing : listings)
    {
        if (listing.name == what) return listing.print();
        if (what.empty()) base::print("{:<12} {}\n", listing.name, listing.about);
        names.push_back(listing.name);
    }
    if (!what.empty()) throw BadInput{base::Verbatim{base::unknown("list", what, names)}};
}
} // namespace

void add_list(CLI::App& program)
{
    CLI::App& command = add_command(program, "list", "Print what there is to choose from.");
    auto what         = std::make_shared<std::string>();
    add_option(command, "what", *what, "What to list; without it, what can be listed.",
               {.type = "WHAT", .choices = names_in(listings)});
    auto words = std::make_shared<std::vector<std::string>>();
    add_option(command, "words", *words,
               "After `loops`: print only loops that have these words in their texts, axes, language or pacing.",
               {.type = "WORD"});
    set_action(command, [what, words] { list(*what, fmt::format("{}", fmt::join(*words, " "))); });
}

} // namespace timestep_lab
