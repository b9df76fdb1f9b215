#include "lab/settings/lane_list.hpp"

#include "base/number.hpp"
#include "base/text.hpp"
#include "catalogue/presets.hpp"
#include "lab/settings/assignments.hpp"
#include "lab/settings/controls.hpp"
#include "lab/settings/undo_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

namespace lab
{

namespace
{

std::string preset_name(const LaneConfig& config) { return std::string{catalogue::preset_of(config.loop.preset).name}; }

// The PC of the list that a lane runs on; null for any other PC.
const sim::MachinePreset* named_pc(const LaneConfig& config)
{
    const auto presets = sim::machine_presets();
    const auto found = std::ranges::find(presets, config.machine, &sim::MachinePreset::settings);
    return found == presets.end() ? nullptr : &*found;
}

bool are_equal(const std::vector<StageLane>& lanes, auto value_of_config)
{
    return std::ranges::all_of(lanes, [&](const StageLane& lane)
                               { return value_of_config(lane.config) == value_of_config(lanes.front().config); });
}
bool run_one_loop(const std::vector<StageLane>& lanes)
{
    return are_equal(lanes, [](const LaneConfig& config) { return config.loop.preset; });
}
bool run_on_one_pc(const std::vector<StageLane>& lanes)
{
    return are_equal(lanes, [](const LaneConfig& config) -> const sim::MachineSettings& { return config.machine; });
}

// What makes a lane of a base: a loop and a PC by their names, then assignments.
struct LaneDifference
{
    bool has_loop = false;
    const sim::MachinePreset* pc = nullptr;
    std::vector<Assignment> assignments{};
};

LaneDifference difference_from(const LaneConfig& base, const LaneConfig& config, bool has_loop, bool has_pc)
{
    LaneDifference difference{has_loop, has_pc ? named_pc(config) : nullptr};
    LaneConfig named = base;
    if (has_loop) named.loop.choose_preset(config.loop.preset);
    if (difference.pc != nullptr) named.machine = difference.pc->settings;
    difference.assignments = differences_from_baseline(config, named);
    return difference;
}

// The lanes that files and links keep.
std::vector<StageLane> saved_lanes(const Settings& settings)
{
    std::vector<StageLane> lanes = lanes_of(settings);
    const auto is_foreign = [](const StageLane& lane) { return lane.config.loop.is_foreign; };
    if (!std::ranges::all_of(lanes, is_foreign)) std::erase_if(lanes, is_foreign);
    return lanes;
}

// An id that no lane has, nor one of the list that toggle_five_loops() restores.
int unused_id(const Settings& settings)
{
    int id = settings.stage.selected_id;
    for (const auto* lanes : {&settings.stage.others, &settings.stage.lanes_before_loops})
        for (const StageLane& lane : *lanes) id = std::max(id, lane.id);
    return id + 1;
}

// Lanes with new worlds.
void show_new_lanes(Settings& settings, std::vector<StageLane> lanes, std::size_t selected = 0)
{
    int id = unused_id(settings);
    for (StageLane& lane : lanes) lane.id = id++;
    set_lanes(settings, std::move(lanes), selected);
}

bool shares_value(const Control& control, const LaneConfig& config, const Settings& value)
{
    const Settings settings{.lane = config};
    return find_control(settings, control.path) == &control && has_equal_value(control, settings, value);
}

} // namespace

std::vector<StageLane> lanes_of(const Settings& settings)
{
    std::vector<StageLane> lanes = settings.stage.others;
    lanes.insert(lanes.begin() + static_cast<std::ptrdiff_t>(std::min(settings.stage.selected, lanes.size())),
                 {settings.stage.selected_id, settings.stage.selected_name, settings.lane});
    return lanes;
}

void set_lanes(Settings& settings, std::vector<StageLane> lanes, std::size_t selected)
{
    selected = std::min(selected, lanes.size() - 1);
    StageLane& lane = lanes[selected];
    settings.stage.selected = selected;
    settings.stage.selected_id = lane.id;
    settings.stage.selected_name = std::move(lane.name);
    settings.lane = std::move(lane.config);
    lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(selected));
    settings.stage.others = std::move(lanes);
}

void select_lane(Settings& settings, std::size_t index)
{
    if (index != settings.stage.selected) set_lanes(settings, lanes_of(settings), index);
}

void add_lane(Settings& settings)
{
    std::vector<StageLane> lanes = lanes_of(settings);
    if (lanes.size() == StageSettings::max_lanes) return;
    const std::size_t index = settings.stage.selected + 1;
    lanes.insert(lanes.begin() + static_cast<std::ptrdiff_t>(index), {unused_id(settings), "", settings.lane});
    set_lanes(settings, std::move(lanes), index);
}

void remove_lane(Settings& settings)
{
    std::vector<StageLane> lanes = lanes_of(settings);
    if (lanes.size() == 1) return;
    lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(settings.stage.selected));
    set_lanes(settings, std::move(lanes), settings.stage.selected);
}

void show_single_lane(Settings& settings, const LaneConfig& config)
{
    settings.stage.lanes_before_loops.clear();
    show_new_lanes(settings, {{.config = config}});
}

void show_ready_list(Settings& settings, ReadyList list)
{
    settings.stage.lanes_before_loops.clear();
    settings.stage.changes_one_lane = list == ReadyList::this_and_copy;
    std::vector<StageLane> lanes;
    std::size_t selected = 0;
    switch (list)
    {
    case ReadyList::five_loops:
        for (const timestep::Preset& preset : catalogue::presets())
        {
            if (preset.group != timestep::PresetGroup::literature) continue;
            if (catalogue::id_of(preset) == settings.lane.loop.preset) selected = lanes.size();
            lanes.push_back({.config = settings.lane});
            lanes.back().config.loop.choose_preset(catalogue::id_of(preset));
        }
        break;
    case ReadyList::four_pcs:
        for (const std::size_t index : {0, 1, 2, 4})
        {
            lanes.push_back({.config = settings.lane});
            lanes.back().config.machine = sim::machine_presets()[index].settings;
        }
        break;
    case ReadyList::this_and_copy:
        lanes.assign(2, {.config = settings.lane});
        selected = 1;
        break;
    }
    show_new_lanes(settings, std::move(lanes), selected);
}

void toggle_five_loops(Settings& settings)
{
    std::vector<StageLane> before = std::exchange(settings.stage.lanes_before_loops, {});
    if (!before.empty())
    {
        set_lanes(settings, std::move(before), settings.stage.selected_before_loops);
        return;
    }
    before = lanes_of(settings);
    const std::size_t selected = settings.stage.selected;
    show_ready_list(settings, ReadyList::five_loops);
    settings.stage.lanes_before_loops = std::move(before);
    settings.stage.selected_before_loops = selected;
}

void share_changes(Settings& settings, const std::vector<StageLane>& before)
{
    const StageSettings& stage = settings.stage;
    std::vector<StageLane>& others = settings.stage.others;
    const auto with_id = [&](int id) { return std::ranges::find(before, id, &StageLane::id); };
    const bool has_changed_selected_only =
        with_id(stage.selected_id) != before.end() && before.size() == others.size() + 1 &&
        std::ranges::all_of(others, [&](const StageLane& lane)
                            { return with_id(lane.id) != before.end() && *with_id(lane.id) == lane; });
    std::vector<StageLane>& hidden = settings.stage.lanes_before_loops;
    for (auto* lanes : {&others, &hidden})
        for (LaneConfig& config : *lanes | std::views::transform(&StageLane::config))
            if (config.scene.scene_index != settings.lane.scene.scene_index)
            {
                config.scene = settings.lane.scene;
                config.integrator = settings.lane.integrator;
            }
    if (!has_changed_selected_only || (others.empty() && hidden.empty())) return;

    LaneConfig old = with_id(stage.selected_id)->config;
    if (old == settings.lane) return;
    if (old.scene.scene_index != settings.lane.scene.scene_index)
    {
        old.scene = settings.lane.scene;
        old.integrator = settings.lane.integrator;
    }
    if (old.loop.preset != settings.lane.loop.preset) old.loop = settings.lane.loop;
    const bool shares_loop = std::ranges::all_of(others, [&](const StageLane& lane)
                                                 { return lane.config.loop.preset == settings.lane.loop.preset; });
    if (old.machine != settings.lane.machine && named_pc(settings.lane) != nullptr)
    {
        const auto is_on_old_pc = [&](const StageLane& lane) { return lane.config.machine == old.machine; };
        if (!stage.changes_one_lane && std::ranges::all_of(others, is_on_old_pc))
            for (auto* lanes : {&others, &hidden})
                for (StageLane& lane : *lanes)
                    if (is_on_old_pc(lane)) lane.config.machine = settings.lane.machine;
        old.machine = settings.lane.machine;
    }
    if (stage.changes_one_lane) return;

    const Settings old_settings{.lane = old};
    for (const Assignment& change : differences_from_baseline(settings.lane, old))
    {
        const Control& control = *find_control(settings, change.key);
        const bool is_part_of_loop = scopes_of(control.path) == scope::loop && control.id != ControlId::step_rate;
        const auto follows = [&](const StageLane& lane) { return shares_value(control, lane.config, old_settings); };
        if ((is_part_of_loop && !shares_loop) || !std::ranges::all_of(others, follows)) continue;
        for (auto* lanes : {&others, &hidden})
            for (StageLane& lane : *lanes)
                if (follows(lane)) static_cast<void>(assign_by_path(lane.config, change.key, change.value));
    }
}

std::vector<std::vector<std::string>> lane_differences(const Settings& settings)
{
    const std::vector<StageLane> lanes = lanes_of(settings);
    const bool has_loops = !run_one_loop(lanes), has_pcs = !run_on_one_pc(lanes);
    LaneConfig common = lanes.front().config;
    if (has_loops) common.loop = {};
    if (has_loops && are_equal(lanes, [](const LaneConfig& config) { return config.loop.rate; }))
        common.loop.set_rate(lanes.front().config.loop.rate);
    if (has_pcs) common.machine = {};
    std::vector<LaneDifference> of_lanes;
    for (const StageLane& lane : lanes) of_lanes.push_back(difference_from(common, lane.config, has_loops, has_pcs));
    std::vector<std::string> keys;
    for (const LaneDifference& difference : of_lanes)
        for (const Assignment& assignment : difference.assignments)
            if (std::ranges::find(keys, assignment.key) == keys.end()) keys.push_back(assignment.key);
    std::vector<std::vector<std::string>> result;
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        const LaneDifference& own = of_lanes[i];
        const Settings lane{.lane = lanes[i].config};
        std::vector<std::string>& words = result.emplace_back();
        if (own.has_loop) words.push_back(preset_name(lane.lane));
        if (own.pc != nullptr) words.emplace_back(own.pc->label);
        for (const std::string& key : keys)
        {
            const bool is_own = std::ranges::find(own.assignments, key, &Assignment::key) != own.assignments.end();
            const bool is_in_name = (own.has_loop && (scopes_of(key) & scope::loop) != 0 && key != "loop.hz") ||
                                    (own.pc != nullptr && (scopes_of(key) & scope::machine) != 0);
            if (is_own || (!is_in_name && find_control(lane, key) != nullptr))
                words.push_back(labelled_value(lane, key));
        }
    }
    return result;
}

std::vector<std::string> lane_names(const Settings& settings)
{
    constexpr std::size_t max_words = 3;
    const std::vector<StageLane> lanes = lanes_of(settings);
    std::vector<std::vector<std::string>> words_of_lanes = lane_differences(settings);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < lanes.size(); ++i)
    {
        std::vector<std::string>& words = words_of_lanes[i];
        if (words.size() > max_words) words = {words.begin(), words.begin() + max_words};
        const std::string name = !lanes[i].name.empty() ? lanes[i].name
                                 : words.empty()        ? preset_name(lanes[i].config)
                                                        : fmt::format("{}", fmt::join(words, ", "));
        names.push_back(name);
        for (int number = 2; std::ranges::count(names, names.back()) > 1; ++number)
            names.back() = fmt::format("{}-{}", name, number);
    }
    return names;
}

void select_first_saved_lane(Settings& settings)
{
    const std::vector<StageLane> lanes = lanes_of(settings);
    const int id = saved_lanes(settings).front().id;
    lab::select_lane(settings, static_cast<std::size_t>(std::ranges::find(lanes, id, &StageLane::id) - lanes.begin()));
}

std::vector<std::string> lane_texts(const Settings& settings)
{
    const auto escaped = [](std::string_view value)
    { return base::percent_encoded(value, [](char c) { return c == ' ' || c == ',' || c == ';' || c == '%'; }); };
    std::vector<std::string> texts;
    for (const StageLane& lane : saved_lanes(settings))
    {
        const LaneConfig& config = lane.config;
        LaneConfig named = settings.lane; // the name of a loop also resets its parts
        named.loop.choose_preset(config.loop.preset);
        const bool has_loop =
            config.loop.preset != settings.lane.loop.preset || differences_from_baseline(named, settings.lane).empty();
        const LaneDifference difference =
            difference_from(settings.lane, config, has_loop, config.machine != settings.lane.machine);
        std::vector<std::string> words;
        if (has_loop) words.push_back(preset_name(config));
        if (!lane.name.empty()) words.push_back("name=" + escaped(lane.name));
        if (difference.pc != nullptr) words.push_back(fmt::format("machine={}", difference.pc->name));
        for (const Assignment& assignment : difference.assignments)
            words.push_back(assignment.key + "=" + escaped(assignment.value));
        if (words.empty())
            words.push_back("loop.hz=" + base::exact_rate_text(config.loop.rate)); // --lane needs a value
        texts.push_back(fmt::format("{}", fmt::join(words, ",")));
    }
    return texts;
}

std::string lanes_text(const Settings& settings)
{
    const std::vector<StageLane> lanes = saved_lanes(settings);
    if (lanes.size() == 1 && lanes.front().name.empty()) return "";
    return fmt::format("{}", fmt::join(lane_texts(settings), ";"));
}

base::OptionalError assign_lanes(Settings& settings, std::string_view text)
{
    std::vector<StageLane> lanes;
    if (text.empty()) lanes.push_back({.config = settings.lane});
    for (const std::string_view lane_text : text.empty() ? std::vector<std::string_view>{} : base::split(text, ";"))
    {
        LaneSetup setup{.config = settings.lane};
        const auto assignments = parse_lane(lane_text);
        if (const auto* error = std::get_if<std::string>(&assignments)) return *error;
        if (const auto error = apply_unchecked_assignments(setup, std::get<std::vector<Assignment>>(assignments)))
            return error->message;
        if (setup.recording) return "a lane of the stage has no recording of its own";
        if (setup.config.scene.scene_index != settings.lane.scene.scene_index)
            return "the lanes of the stage have one scene";
        lanes.push_back({.name = setup.name, .config = setup.config});
    }
    if (lanes.size() > StageSettings::max_lanes)
        return fmt::format("the stage has 1 to {} lanes, not {}", StageSettings::max_lanes, lanes.size());
    const auto is_same = [](const StageLane& a, const StageLane& b)
    { return a.name == b.name && a.config == b.config; };
    if (!std::ranges::equal(lanes, lanes_of(settings), is_same)) show_new_lanes(settings, std::move(lanes));
    return std::nullopt;
}

void show_lane_setups(Settings& settings, const std::vector<LaneSetup>& setups)
{
    if (setups.size() > StageSettings::max_lanes)
        throw base::BadInput{"--lane: the stage has at most {} lanes, not {}", StageSettings::max_lanes, setups.size()};
    std::vector<StageLane> lanes;
    for (const LaneSetup& setup : setups)
    {
        if (setup.recording)
            throw base::BadInput{"--lane: all lanes of the stage get the same recording: give --recording FILE"};
        if (setup.config.scene.scene_index != setups.front().config.scene.scene_index)
            throw base::BadInput{"--lane: the lanes of the stage have one scene: give --scene NAME"};
        StageLane& lane = lanes.emplace_back();
        lane.name = setup.name;
        lane.config = setup.config;
        lane.config.loop.is_foreign = !setup.command.empty();
    }
    show_new_lanes(settings, std::move(lanes));
}

} // namespace lab
