#include "cli/lane_options.hpp"

#include "cli/command.hpp"
#include "lab/knobs.hpp"
#include "lab/lag_text.hpp"
#include "lab/recording.hpp"
#include "lab/text.hpp"
#include "machine/presets.hpp"
#include "timestep/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace cli
{

namespace
{

// A knob that means something without a window, and is turned by its own flag.
bool has_flag(const lab::Knob& knob)
{
    return !knob.path.starts_with("view.") && knob.path != "lab.paused" && knob.path != "machine.lag";
}

std::string range_of(const lab::Knob& knob)
{
    if (knob.choices.size() > 8) return "NAME";
    if (!knob.choices.empty()) return fmt::format("{}", fmt::join(knob.choices, "|"));
    return fmt::format("{:g}..{:g}{}{}", knob.low, knob.high, knob.unit.empty() ? "" : " ", knob.unit);
}

// One thing to be different in a set-up: a knob's flag without its dashes or a knob's path, and a text.
struct Change
{
    std::string_view key;
    std::string_view value;
};

const lab::Knob* knob_of(const lab::Settings& settings, std::string_view key)
{
    for (const lab::Knob& knob : lab::knobs())
        if (has_flag(knob) && knob.flag.substr(2) == key) return &knob;
    return lab::find_knob(settings, key);
}

std::vector<std::string_view> known_keys(const lab::Settings& settings)
{
    std::vector<std::string_view> keys{"name", "machine", "lag", "spike", "capture"};
    for (const lab::Knob& knob : lab::knobs())
        if (has_flag(knob)) keys.push_back(knob.flag.substr(2));
    for (const std::string_view path : lab::knob_paths(settings)) keys.push_back(path);
    return keys;
}

void choose_machine(lab::Settings& settings, std::string_view name)
{
    const machine::Preset* preset = machine::find_preset(name);
    if (preset == nullptr)
    {
        std::vector<std::string_view> names;
        for (const machine::Preset& p : machine::all_presets()) names.push_back(p.name);
        throw BadInput{lab::unknown("machine", name, names)};
    }
    settings.machine = preset->make();
}

void set_lag(lab::Settings& settings, std::string_view text)
{
    machine::LagSettings& lag = settings.machine.lag;
    lag.on                    = text != "off";
    if (text == "on" || text == "off") return;
    auto kinds = lab::parse_lag(text);
    if (const auto* error = std::get_if<std::string>(&kinds)) throw BadInput{fmt::format("--lag: {}", *error)};
    lag.more = std::get<std::vector<machine::LagKind>>(std::move(kinds));
}

void play(lab::LaneSetup& setup, const std::string& file, lab::AtEnd at_end)
{
    auto frames = lab::load_frames(file);
    if (const auto* error = std::get_if<std::string>(&frames)) throw BadInput{*error};
    setup.recording = lab::Playback{file, std::get<std::vector<timestep::Nanos>>(std::move(frames)), at_end};
}

lab::AtEnd end_of(const LaneOptions& options)
{
    constexpr std::array<std::string_view, 2> ends{"loop", "stop"};
    const auto found = std::ranges::find(ends, options.capture_end);
    if (found == ends.end()) throw BadInput{lab::unknown("--capture-end", options.capture_end, ends)};
    return found == ends.begin() ? lab::AtEnd::loop : lab::AtEnd::stop;
}

void change(lab::LaneSetup& setup, const Change& c, const LaneOptions& options)
{
    if (c.key == "name") return void(setup.name = c.value);
    if (c.key == "machine") return choose_machine(setup.settings, c.value);
    if (c.key == "lag") return set_lag(setup.settings, c.value);
    if (c.key == "capture") return play(setup, std::string{c.value}, end_of(options));
    if (c.key == "spike")
    {
        if (const auto error = lab::assign_spike(setup.settings, c.value))
            throw BadInput{fmt::format("spike: {}", *error)};
        return;
    }
    const lab::Knob* knob = knob_of(setup.settings, c.key);
    if (knob == nullptr) throw BadInput{lab::unknown("setting", c.key, known_keys(setup.settings))};
    if (const auto error = lab::assign(setup.settings, *knob, c.value))
        throw BadInput{fmt::format("{}: {}", c.key, *error)};
}

// What others depend on comes first: a machine is a whole set of knobs, and a loop and a scene have knobs of their own.
int rank_of(std::string_view key)
{
    constexpr std::array<std::string_view, 5> first{"machine", "loop", "loop.preset", "scene", "scene.name"};
    return static_cast<int>(std::ranges::find(first, key) - first.begin());
}

void add_flags(std::vector<Change>& changes, const LaneOptions& options)
{
    if (!options.machine.empty()) changes.push_back({"machine", options.machine});
    for (const lab::Knob& knob : lab::knobs())
        if (const auto given = options.knobs.find(knob.path); given != options.knobs.end() && !given->second.empty())
            changes.push_back({knob.flag.substr(2), given->second});
    for (const auto& [key, text] :
         {std::pair{"lag", &options.lag}, {"spike", &options.spike}, {"capture", &options.capture}})
        if (!text->empty()) changes.push_back({key, *text});
    for (const std::string_view text : options.set)
    {
        const auto equals = text.find('=');
        if (equals == text.npos) throw BadInput{fmt::format("--set takes PATH=VALUE, not '{}'", text)};
        changes.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
}

// "interpolated,hz=50,display-hz=144": a bare word names the loop.
void add_lane(std::vector<Change>& changes, std::string_view lane)
{
    const std::size_t old = changes.size();
    while (!lane.empty())
    {
        const auto end            = lane.find_first_of(", ");
        const std::string_view is = lane.substr(0, end);
        lane.remove_prefix(end == lane.npos ? lane.size() : end + 1);
        if (is.empty()) continue;
        const auto equals = is.find('=');
        changes.push_back(equals == is.npos ? Change{"loop", is} : Change{is.substr(0, equals), is.substr(equals + 1)});
    }
    if (changes.size() == old) throw BadInput{"--lane is empty; write LOOP or KEY=VALUE,..., as in interpolated,hz=50"};
}

void check(const lab::LaneSetup& setup)
{
    if (const timestep::Refusal refusal = timestep::check(setup.settings.loop.axes))
        throw BadInput{
            fmt::format("{}{}{}: {}", refusal.axis, refusal.knob.empty() ? "" : ".", refusal.knob, refusal.reason)};
    const physics::World world =
        std::visit([](const auto& scene) { return physics::World{scene}; }, setup.settings.scene);
    if (!world.supports(setup.settings.integrator))
        throw BadInput{
            fmt::format("the scene '{}' has no closed form to step by: choose another --integrator", world.name())};
}

// A stable sort keeps the order in which the rest was given.
lab::LaneSetup make_lane(std::vector<Change> changes, const LaneOptions& options)
{
    lab::LaneSetup setup;
    std::ranges::stable_sort(changes, {}, [](const Change& c) { return rank_of(c.key); });
    for (const Change& c : changes) change(setup, c, options);
    check(setup);
    if (setup.name.empty()) setup.name = timestep::all_presets[setup.settings.loop.preset].name;
    return setup;
}

void name_apart(std::vector<lab::LaneSetup>& setups)
{
    std::set<std::string> taken;
    for (lab::LaneSetup& setup : setups)
    {
        const std::string name = setup.name;
        for (int number = 2; !taken.insert(setup.name).second; ++number)
            setup.name = fmt::format("{}-{}", name, number);
    }
}

} // namespace

void add_lane_options(CLI::App& command, LaneOptions& options)
{
    command
        .add_option("--lane", options.lanes,
                    "A lane: a loop's name, and what is different in it, as in interpolated,hz=50,vsync=off. Repeat it "
                    "for a race. Without it there is one lane.")
        ->type_name("LOOP,KEY=VALUE,...");
    command.add_option("--machine", options.machine, "A PC by name (see `list machines`); other flags change it.")
        ->type_name("NAME");
    command.add_option("--lag", options.lag, fmt::format("What frames lose: {}.", lab::lag_grammar))->type_name("LAG");
    command.add_option("--capture", options.capture, "Replay the frame times of a recording.")->type_name("FILE");
    command.add_option("--capture-end", options.capture_end, "What happens when the recording ends.")
        ->type_name("loop|stop");
    for (const lab::Knob& knob : lab::knobs())
        if (has_flag(knob))
            command.add_option(std::string{knob.flag}, options.knobs[knob.path], std::string{knob.tip})
                ->type_name(range_of(knob))
                ->group("Knobs");
    command
        .add_option("--set", options.set, "Any knob by its path, as in scene.stiffness=900 or overload.limit=100ms.")
        ->type_name("PATH=VALUE")
        ->group("Knobs");
    command.add_option("--spike", options.spike, "A spike of LENGTH every FRAMES frames, as in 60:250ms.")
        ->type_name("FRAMES:LENGTH")
        ->group("Knobs");
}

std::vector<lab::LaneSetup> make_lanes(const LaneOptions& options)
{
    std::vector<Change> flags;
    add_flags(flags, options);
    std::vector<lab::LaneSetup> setups;
    if (options.lanes.empty()) setups.push_back(make_lane(flags, options));
    for (const std::string& lane : options.lanes)
    {
        std::vector<Change> changes = flags;
        add_lane(changes, lane);
        setups.push_back(make_lane(std::move(changes), options));
    }
    name_apart(setups);
    return setups;
}

} // namespace cli
