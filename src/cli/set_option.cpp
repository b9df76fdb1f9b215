#include "cli/set_option.hpp"

#include "cli/command.hpp"
#include "io/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cli
{

namespace
{
using namespace timestep;
using Changes = std::vector<lab::Change>;

bool turns_pacer_rate(const lab::Change& change) { return change.key == "pacer.rate"; }

// Whether these changes end in a loop that has no clock, whatever rate it is paced at.
bool has_no_clock(lab::LaneSetup setup, Changes changes)
{
    std::erase_if(changes, turns_pacer_rate);
    if (const auto error = lab::apply(setup, std::move(changes))) throw BadInput{*error};
    return carries_of(setup.settings.loop.axes.stepper) == Carries::no_clock;
}

template <class Axis>
void add_settings(std::vector<std::string>& all, std::string_view name)
{
    Axis axis;
    for (const std::string_view alternative : Axis::names)
    {
        all.push_back(fmt::format("{}={}", name, alternative));
        axis.choose(alternative);
        for_each_knob(axis, [&](const KnobRef& knob) { all.push_back(fmt::format("{}.{}=", name, knob.name)); });
    }
}
} // namespace

lab::Change parse_set(std::string_view text)
{
    const auto equals = text.find('=');
    if (equals == text.npos)
        throw BadInput{fmt::format("--set takes PATH=VALUE, as in overload.limit=100ms or overload=cap-steps, not '{}'",
                                   io::printable(text))};
    return {std::string{text.substr(0, equals)}, std::string{text.substr(equals + 1)}};
}

// A loop without a clock is paced at its step rate: its pacer's rate is that one.
void make_changes(lab::LaneSetup& setup, Changes changes)
{
    if (std::ranges::any_of(changes, turns_pacer_rate) && has_no_clock(setup, changes))
        for (lab::Change& change : changes)
            if (turns_pacer_rate(change)) change.key = "hz";
    if (const auto error = lab::apply(setup, std::move(changes))) throw BadInput{*error};
}

std::vector<std::string> loop_settings()
{
    std::vector<std::string> all;
    add_settings<LoopFilter>(all, "filter");
    add_settings<LoopStepper>(all, "stepper");
    add_settings<LoopOverload>(all, "overload");
    for (const Presentation p : all_presentations) all.push_back(fmt::format("presentation={}", name_of(p)));
    add_settings<LoopPacer>(all, "pacer");
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end()); // steppers share names of knobs
    return all;
}

} // namespace cli
