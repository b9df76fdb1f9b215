#include "programs/timestep_lab/set_option.hpp"

#include "base/message.hpp"
#include "programs/timestep_lab/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace timestep_lab
{

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
    for (const timestep::Presentation p : timestep::all_presentations)
        all.push_back(fmt::format("presentation={}", name_of(p)));
    for (const lab::LoopAxis axis : lab::all_loop_axes)
        for (std::size_t kind = 0; kind < lab::kinds_of(axis).size(); ++kind)
        {
            const std::string_view name = lab::loop_axis_names[static_cast<std::size_t>(axis)];
            all.push_back(fmt::format("{}={}", name, lab::kinds_of(axis)[kind]));
            for (const lab::LoopKnob& knob : lab::knobs_of(axis, kind))
                all.push_back(fmt::format("{}.{}=", name, knob.name));
        }
    std::ranges::sort(all);
    // Removes equal texts: several choices of a part, such as the stepper, have a parameter with the same name.
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace timestep_lab
