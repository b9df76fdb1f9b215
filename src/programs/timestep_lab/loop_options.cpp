#include "programs/timestep_lab/loop_options.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "lab/settings/realised_loop.hpp"
#include "programs/timestep_lab/command.hpp"
#include "programs/timestep_lab/options.hpp"
#include "programs/timestep_lab/set_option.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>

namespace timestep_lab
{

namespace
{
using namespace timestep;

constexpr std::array<std::string_view, 5> axes{"filter", "stepper", "overload", "presentation", "pacer"};

constexpr auto preset_names = []
{
    std::array<std::string_view, all_presets.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = all_presets[i].name;
    return names;
}();

// Parses the value of a --set option. Throws BadInput if it names a setting that is not part of a loop: the commands
// that use this function have no scene and no machine.
lab::Change change_of_loop(std::string_view text)
{
    lab::Change change          = parse_set(text);
    const std::string_view axis = std::string_view{change.key}.substr(0, change.key.find('.'));
    if (std::ranges::find(axes, axis) == axes.end())
        throw BadInput{"--set: {}", base::Verbatim{base::unknown("axis", axis, axes)}};
    return change;
}
} // namespace

void add_loop_options(CLI::App& command, LoopOptions& options)
{
    add_option(command, "--loop", options.name, "The loop, by name (see `list loops`).",
               {.type = "NAME", .choices = names_in(all_presets), .shows_default = true});
    add_option(command, "--hz", options.hz,
               "Steps per second, as 60, 59.94 or 60000/1001; the loop's own if not given.", {.type = "RATE"});
    add_option(command, "--set", options.set, "A knob of the loop, as filter.n=4, or an axis, as overload=cap-steps.",
               {.type = "AXIS.KNOB=VALUE", .choices = loop_settings()});
}

Rate parse_rate(std::string_view flag, std::string_view text)
{
    if (const auto rate = timestep::parse_rate(text)) return *rate;
    throw BadInput{"{} takes a rate above 0 and below 1000000 such as 60, 59.94 or 60000/1001, not '{}'", flag, text};
}

Loop make_loop(const LoopOptions& options)
{
    const Preset* preset = find_preset(options.name);
    if (preset == nullptr) throw BadInput{base::Verbatim{base::unknown("loop", options.name, preset_names)}};
    lab::LaneSetup setup;
    setup.settings.loop =
        lab::choice_of(static_cast<std::size_t>(preset - all_presets.data()),
                       preset->make(options.hz.empty() ? preset->default_rate : parse_rate("--hz", options.hz)));
    std::vector<lab::Change> changes;
    for (const std::string& text : options.set) changes.push_back(change_of_loop(text));
    make_changes(setup, std::move(changes));
    return realised(setup.settings.loop);
}

} // namespace timestep_lab
