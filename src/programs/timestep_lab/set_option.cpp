#include "programs/timestep_lab/set_option.hpp"

#include "base/message.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace timestep_lab
{

namespace
{
using namespace timestep;

// Adds the words that may begin a --set option for one part of a loop (Axis), such as the pacer: "pacer=vsync" for each
// choice of this part, and "pacer.NAME=" for each parameter of these choices.
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
        throw BadInput{"--set takes PATH=VALUE, as in overload.limit=100ms or overload=cap-steps, not '{}'", text};
    return {std::string{text.substr(0, equals)}, std::string{text.substr(equals + 1)}};
}

void make_changes(lab::LaneSetup& setup, std::vector<lab::Change> changes)
{
    if (const auto error = lab::apply(setup, std::move(changes))) throw BadInput{base::Verbatim{error->what}};
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
    // Removes equal texts: several choices of a part, such as the stepper, have a parameter with the same name.
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace timestep_lab
