#include "lab/settings/lane_setup.hpp"

#include "base/path.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/lane_list.hpp"
#include "recordings/formats/recording.hpp"
#include "scenes/world.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/build.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>

namespace lab
{

namespace
{

using base::OptionalError;

OptionalError set_machine(LaneSetup& setup, const std::string& name)
{
    const sim::MachinePreset* preset = sim::find_machine_preset(name);
    if (preset == nullptr)
        return base::unknown_name_message("machine", name,
                                          base::names_of(sim::machine_presets(), &sim::MachinePreset::name));
    setup.config.machine = preset->settings;
    return std::nullopt;
}

OptionalError set_lag(LaneSetup& setup, const std::string& text)
{
    setup.config.machine.lag.is_enabled = text != "off";
    if (text == "on" || text == "off") return std::nullopt;
    const OptionalError error = assign_by_path(setup.config, "machine.more_lag", text);
    return error ? fmt::format("lag: {}", *error) : error;
}

OptionalError set_spike(LaneSetup& setup, const std::string& text)
{
    Settings settings{.lane = setup.config};
    const OptionalError error = assign_periodic_spike(settings, text);
    setup.config = settings.lane;
    return error ? fmt::format("spike: {}", *error) : error;
}

OptionalError set_recording(LaneSetup& setup, const std::string& path)
{
    auto frame_times = load_frame_times(path);
    if (auto* error = std::get_if<std::string>(&frame_times)) return std::move(*error);
    setup.recording =
        RecordingPlayback{path, std::get<std::vector<Nanos>>(std::move(frame_times)), PlaybackEndBehaviour::stop};
    return std::nullopt;
}

OptionalError set_recording_end(LaneSetup& setup, const std::string& text)
{
    constexpr std::array<std::string_view, 2> end_behaviour_names{"loop", "stop"};
    const auto found = std::ranges::find(end_behaviour_names, text);
    if (found == end_behaviour_names.end())
        return base::unknown_name_message("recording-end", text, end_behaviour_names);
    if (setup.recording)
        setup.recording->set_end_behaviour(found == end_behaviour_names.begin() ? PlaybackEndBehaviour::repeat
                                                                                : PlaybackEndBehaviour::stop);
    return std::nullopt;
}

OptionalError set_name(LaneSetup& setup, const std::string& text)
{
    setup.name = base::printable_excerpt(text);
    return std::nullopt;
}

struct LaneSetupKey
{
    std::string_view key;
    OptionalError (*set_value)(LaneSetup&, const std::string&);
};

constexpr std::array lane_setup_keys{LaneSetupKey{"name", set_name},
                                     LaneSetupKey{"machine", set_machine},
                                     LaneSetupKey{"lag", set_lag},
                                     LaneSetupKey{"spike", set_spike},
                                     LaneSetupKey{"recording", set_recording},
                                     LaneSetupKey{"recording-end", set_recording_end}};

OptionalError apply_assignment(LaneSetup& setup, const Assignment& assignment)
{
    for (const LaneSetupKey& setup_key : lane_setup_keys)
        if (setup_key.key == assignment.key) return setup_key.set_value(setup, assignment.value);
    Settings settings{.lane = setup.config};

    // A key is that of a lane setup, the flag of an option without "--", or a path.
    std::vector<std::string_view> names = base::names_of(lane_setup_keys, &LaneSetupKey::key);
    const Control* control = nullptr;
    for (const Control& option : common_controls_except_lists())
    {
        if (!is_run_option(option)) continue;
        names.push_back(option.flag.substr(2));
        if (names.back() == assignment.key && control == nullptr) control = &option;
    }
    if (control == nullptr) control = find_control(settings, assignment.key);
    if (control == nullptr)
    {
        for (const std::string_view path : control_paths(settings)) names.push_back(path);
        return unknown_setting_message(settings, assignment.key, names);
    }

    if ((scopes_of(control->path) & scope::simulation) == 0)
        return base::message("'{}' is no setting of a loop, its scene or its PC{}", assignment.key,
                             control->flag.empty() ? "" : fmt::format(": use the flag {}", control->flag));
    const OptionalError error = assign(settings, *control, assignment.value);
    setup.config = settings.lane;
    return error ? base::message("{}: {}", assignment.key, base::Verbatim{*error}) : error;
}

// Keys with a lower rank must be applied first: they replace other settings, or decide which controls exist.
int dependency_rank(std::string_view key)
{
    constexpr std::array<std::string_view, 6> keys_to_apply_first{"machine", "loop",       "loop.preset",
                                                                  "scene",   "scene.name", "recording"};
    constexpr std::array<std::string_view, 5> component_keys{"filter", "stepper", "overload", "presentation", "pacer"};
    const std::string_view component_key = key.starts_with("loop.") ? key.substr(5) : key;
    if (key == lanes_path) return std::numeric_limits<int>::max(); // its lanes are made of all other settings
    const auto rank = std::ranges::find(keys_to_apply_first, key) - keys_to_apply_first.begin();
    const bool is_component_key = std::ranges::find(component_keys, component_key) != component_keys.end();
    return static_cast<int>(rank) + (is_component_key ? 0 : 1);
}

// The line number of the last assignment that sets `key`, with or without the prefix "loop."; 0 if there is none.
int line_of_key(std::span<const Assignment> assignments, std::string_view key)
{
    int line = 0;
    for (const Assignment& assignment : assignments)
        if (assignment.key == key || assignment.key == fmt::format("loop.{}", key)) line = assignment.line;
    return line;
}

} // namespace

base::Result<std::vector<Nanos>> load_frame_times(const std::string& path, std::string* first_part_text)
{
    recordings::RecordingOrError recording_or_error =
        recordings::read_file(base::path_from_utf8(path), {.keeps_first_part = first_part_text != nullptr});
    if (const auto* rejection = std::get_if<recordings::RecordingError>(&recording_or_error))
        return to_string_with_command(*rejection);
    auto& recording = std::get<recordings::Recording>(recording_or_error);
    if (const auto rejection = replay_rejection(recording, recording.default_stream_index))
        return to_string(*rejection);
    if (first_part_text != nullptr) *first_part_text = recordings::first_part_text(recording);
    return std::move(recording.streams[recording.default_stream_index].frame_times);
}

bool is_run_option(const Control& control)
{
    const bool affects_run = (scopes_of(control.path) & scope::simulation) != 0;
    return affects_run && !control.flag.empty() && control.kind != ControlKind::list && control.path != "machine.lag";
}

void sort_by_dependency(std::vector<Assignment>& assignments)
{
    std::ranges::stable_sort(assignments, {}, [](const auto& assignment) { return dependency_rank(assignment.key); });
}

base::Result<std::vector<Assignment>> parse_lane(std::string_view text)
{
    std::vector<Assignment> assignments;
    for (const std::string_view word : base::split(text, ", "))
    {
        const std::size_t equals = word.find('=');
        if (equals != word.npos)
            assignments.push_back(
                {std::string{word.substr(0, equals)}, base::percent_decoded(word.substr(equals + 1))});
        else if (!word.empty())
            assignments.push_back({"loop", std::string{word}});
    }
    if (assignments.empty()) return "write LOOP or KEY=VALUE,..., as in interpolated,hz=50";
    return assignments;
}

std::optional<AssignmentError> apply_unchecked_assignments(LaneSetup& setup, std::vector<Assignment> assignments)
{
    sort_by_dependency(assignments);
    for (const Assignment& assignment : assignments)
        if (OptionalError error = apply_assignment(setup, assignment))
            return AssignmentError{std::move(*error), assignment.line};
    return std::nullopt;
}

LaneSetup parse_lane_option(std::string_view text, std::vector<Assignment> common, const LaneConfig& config)
{
    auto parsed = parse_lane(text);
    if (const auto* error = std::get_if<std::string>(&parsed))
        throw base::BadInput{"--lane: {}", base::Verbatim{*error}};
    LaneSetup setup{.config = config};
    for (Assignment& assignment : std::get<std::vector<Assignment>>(parsed))
        if (assignment.key != "program")
            common.push_back(std::move(assignment));
        else
            for (const std::string_view word : base::words_of(assignment.value))
                setup.command.push_back(base::percent_decoded(word));
    if (const auto error = apply_unchecked_assignments(setup, std::move(common)))
        throw base::BadInput{base::Verbatim{error->message}};
    return setup;
}

std::optional<AssignmentError> check(const LaneSetup& setup, std::span<const Assignment> assignments)
{
    const LaneConfig& config = setup.config;
    if (const timestep::LoopRejection rejection = timestep::check(make_loop(config.loop)))
    {
        const std::string setting =
            fmt::format("{}{}{}", rejection.part, rejection.knob.empty() ? "" : ".", rejection.knob);
        return AssignmentError{fmt::format("{}: {}", setting, rejection.reason), line_of_key(assignments, setting)};
    }
    if (config.loop.wants_own_thread && !supports_own_thread(config.loop))
        return AssignmentError{"async: this loop's steps depend on the frame times, so it cannot run on its own thread",
                               line_of_key(assignments, "async")};
    const scenes::World world = scenes::World{config.scene};
    if (world.supports(config.integrator)) return std::nullopt;
    return AssignmentError{
        base::message("integrator: the scene '{}' has no closed form, which this integrator needs", world.name()),
        line_of_key(assignments, "integrator")};
}

std::optional<AssignmentError> apply_assignments(LaneSetup& setup, std::vector<Assignment> assignments)
{
    if (auto error = apply_unchecked_assignments(setup, assignments)) return error;
    if (setup.name.empty()) setup.name = catalogue::preset_of(setup.config.loop.preset).name;
    return check(setup, assignments);
}

LaneSetup make_lane_setup(std::vector<Assignment> assignments, const LaneConfig& config)
{
    LaneSetup setup{.config = config};
    if (const auto error = apply_assignments(setup, std::move(assignments)))
        throw base::BadInput{base::Verbatim{error->message}};
    return setup;
}

std::vector<Assignment> split_into_unchecked_assignments(std::string_view space_separated)
{
    std::vector<Assignment> assignments;
    for (const std::string_view assignment : base::split(space_separated, " "))
    {
        const std::size_t equals = assignment.find('=');
        assignments.push_back({std::string{assignment.substr(0, equals)}, std::string{assignment.substr(equals + 1)}});
    }
    return assignments;
}

} // namespace lab
