#include "lab/knobs.hpp"

#include "lab/experiment.hpp"
#include "lab/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <type_traits>

namespace lab
{

namespace
{

constexpr auto loop_names = []
{
    std::array<std::string_view, timestep::all_presets.size()> names{};
    std::transform(timestep::all_presets.begin(), timestep::all_presets.end(), names.begin(),
                   [](const timestep::Preset& p) { return p.name; });
    return names;
}();
constexpr auto integrator_names = []
{
    std::array<std::string_view, physics::all_integrators.size()> names{};
    std::transform(physics::all_integrators.begin(), physics::all_integrators.end(), names.begin(),
                   [](const physics::IntegratorRow& row) { return row.name; });
    return names;
}();
constexpr std::array<std::string_view, 5> presentation_names{"latest", "interpolate", "extrapolate", "render-tick",
                                                             "step-ahead"};
constexpr std::array<std::string_view, 4> vsync_names{"off", "on", "adaptive", "vrr"};
constexpr std::array<std::string_view, 2> buffer_names{"double", "triple"};
constexpr std::array<std::string_view, 4> counter_names{"64-bit", "32-bit-ns", "32-bit-us", "32-bit-ms"};
constexpr std::array<std::string_view, 4> mode_names{"live", "race", "duel", "experiment"};
constexpr std::array<std::string_view, 6> dock_names{"timeline", "plots", "phase", "code", "scoreboard", "experiments"};
constexpr std::array<std::string_view, 2> reading_names{"latched", "polled"};
constexpr std::array<std::string_view, 2> toggle_names{"off", "on"};

// How a field of the settings is read and written as a number. `field` finds it in settings of either constness.
template <class Field>
constexpr Access number(Field /*field*/)
{
    return {[](const Settings& s) { return static_cast<double>(Field{}(s)); },
            [](Settings& s, double value)
            {
                auto& field = Field{}(s);
                field       = static_cast<std::remove_reference_t<decltype(field)>>(value);
            }};
}

template <class Field>
constexpr Access millis(Field /*field*/)
{
    return {[](const Settings& s) { return timestep::to_millis(Field{}(s)); },
            [](Settings& s, double value) { Field{}(s) = Nanos{std::llround(value * 1e6)}; }};
}

template <class Field>
constexpr Access hertz(Field /*field*/)
{
    return {[](const Settings& s) { return timestep::hertz(Field{}(s)); },
            [](Settings& s, double value) { Field{}(s) = timestep::nearest_rate(value); },
            [](Settings& s, timestep::Rate rate) { Field{}(s) = rate; }, [](const Settings& s) { return Field{}(s); }};
}

// A choice among the alternatives of one of the loop's axes.
template <class Field>
constexpr Access axis(Field /*field*/)
{
    return {[](const Settings& s) { return static_cast<double>(Field{}(s).index()); },
            [](Settings& s, double value)
            {
                auto& chosen = Field{}(s);
                chosen.choose(chosen.names[static_cast<std::size_t>(value)]);
                s.loop.axes.set_rate(s.loop.rate()); // a fresh pacer of a loop without a clock is paced at its rate
            }};
}

#define AT(field)                                                                                                      \
    [](auto& s) -> auto& { return s.field; }

using enum KnobKind;

// 0 is none of them: back to the loops, if one was open.
void choose_experiment(Settings& settings, double number)
{
    if (number > 0.0)
    {
        settings.experiment = static_cast<std::size_t>(number) - 1;
        settings.mode       = Mode::experiment;
    }
    else if (settings.mode == Mode::experiment)
        settings.mode = Mode::live;
}

constexpr std::array table{
    Knob{"loop.preset", "--loop", "loop", "", "The loop that decides how many steps each frame takes.", choice, 0,
         static_cast<double>(loop_names.size() - 1),
         Access{[](const Settings& st) { return static_cast<double>(st.loop.preset); },
                [](Settings& st, double value) { st.loop.choose(static_cast<std::size_t>(value)); }},
         loop_names},
    Knob{"loop.hz",
         "--hz",
         "step rate",
         "Hz",
         "Physics steps per simulated second; 59.94 means 60000/1001.",
         rate,
         5,
         1000,
         Access{[](const Settings& st) { return timestep::hertz(st.loop.rate()); },
                [](Settings& st, double value) { st.loop.axes.set_rate(timestep::nearest_rate(value)); },
                [](Settings& st, timestep::Rate exact) { st.loop.axes.set_rate(exact); },
                [](const Settings& st) { return st.loop.rate(); }},
         {},
         true},

    Knob{"loop.filter", "--filter", "delta filter", "", "What is done to the measured frame time.", choice, 0,
         static_cast<double>(timestep::LoopFilter::names.size() - 1), axis(AT(loop.axes.filter)),
         timestep::LoopFilter::names},
    Knob{"loop.stepper", "--stepper", "stepper", "", "How the time of a frame becomes steps.", choice, 0,
         static_cast<double>(timestep::LoopStepper::names.size() - 1), axis(AT(loop.axes.stepper)),
         timestep::LoopStepper::names},
    Knob{"loop.overload", "--overload", "overload", "", "What is given up on when a frame would buy too many steps.",
         choice, 0, static_cast<double>(timestep::LoopOverload::names.size() - 1), axis(AT(loop.axes.overload)),
         timestep::LoopOverload::names},
    Knob{"loop.presentation", "--presentation", "presentation", "", "What the picture shows between two steps.", choice,
         0, static_cast<double>(presentation_names.size() - 1), number(AT(loop.axes.presentation)), presentation_names},
    Knob{"loop.pacer", "--pacer", "pacer", "", "How the loop waits for its next frame.", choice, 0,
         static_cast<double>(timestep::LoopPacer::names.size() - 1), axis(AT(loop.axes.pacer)),
         timestep::LoopPacer::names},

    Knob{"machine.lag", "--lag", "lag", "", "Switches the whole slow PC on and off.", toggle, 0, 1,
         number(AT(machine.lag.on)), toggle_names},
    Knob{"machine.delay_ms", "--delay", "frame delay", "ms", "Time that every frame really loses.", duration, 0, 500,
         millis(AT(machine.lag.delay))},
    Knob{"machine.jitter_ms", "--jitter", "jitter", "ms", "Random extra delay of each frame, from zero to this.",
         duration, 0, 100, millis(AT(machine.lag.jitter))},
    Knob{"machine.spike_every", "--spike-every", "spike every", "frames",
         "A long frame every so many frames; 0 for none.", whole, 0, 600, number(AT(machine.lag.spike_every))},
    Knob{"machine.spike_ms", "--spike-length", "spike length", "ms", "How long such a spike is.", duration, 0, 2000,
         millis(AT(machine.lag.spike))},
    Knob{"machine.burn", "--burn", "burn the core", "",
         "Lose the time by computing instead of sleeping, as a game that is too heavy does.", toggle, 0, 1,
         number(AT(machine.lag.burn)), toggle_names},
    Knob{"machine.step_cost_ms", "--step-cost", "cost per step", "ms",
         "Time that every physics step really takes; beyond one step's length lies the spiral of death.", duration, 0,
         100, millis(AT(machine.step_cost))},
    Knob{"machine.limit_hz", "--limit", "frame limit", "Hz", "At most so many frames a second; 0 for no limit.", real,
         0, 1000, number(AT(machine.limit_hz))},
    Knob{"machine.vsync", "--vsync", "VSYNC", "",
         "Wait for the display; adaptive lets late frames tear, and with vrr the virtual display waits for the frame.",
         choice, 0, 3, number(AT(machine.vsync)), vsync_names},
    Knob{"machine.buffers", "--buffers", "buffers", "",
         "With triple the virtual PC begins the next frame while a picture waits for the display.", choice, 0, 1,
         number(AT(machine.buffers)), buffer_names},
    Knob{"machine.refresh_hz", "--display-hz", "refresh", "Hz",
         "Refresh rate of the virtual display; 59.94 means 60000/1001.", rate, 10, 1000, hertz(AT(machine.refresh))},
    Knob{"machine.vrr_floor_hz", "--vrr-floor", "VRR from", "Hz",
         "The slowest refresh of a virtual display with VRR; the fastest is its refresh rate.", rate, 10, 1000,
         hertz(AT(machine.vrr_floor))},
    Knob{"machine.render_cost_ms", "--render-cost", "render cost", "ms",
         "Time that drawing a frame takes on the virtual PC.", duration, 0, 500, millis(AT(machine.render_cost))},

    Knob{"clock.noise_ms", "--timer-noise", "timer noise", "ms",
         "Each reading of the virtual PC's clock is off by up to this, either way.", duration, 0, 100,
         millis(AT(machine.clock.noise))},
    Knob{"clock.resolution_ms", "--timer-resolution", "timer resolution", "ms",
         "Readings of the virtual PC's clock are rounded down to multiples of this; 0 for exact.", duration, 0, 100,
         millis(AT(machine.clock.resolution))},
    Knob{"clock.counter", "--timer-counter", "timer counter", "",
         "What the virtual PC's clock counts in; one of 32 bits starts again from zero when it is full.", choice, 0, 3,
         number(AT(machine.clock.counter)), counter_names},
    Knob{"clock.full_at_ms", "--timer-full-at", "counter full at", "ms",
         "A wall time at which a counter of 32 bits is full.", duration, 0, 4294967295.0,
         millis(AT(machine.clock.full_at))},
    Knob{"clock.back_ms", "--timer-back", "clock set back by", "ms",
         "How far somebody sets the virtual PC's clock back, once; 0 for never.", duration, 0, 3600000,
         millis(AT(machine.clock.back))},
    Knob{"clock.back_at_ms", "--timer-back-at", "set back at", "ms",
         "Wall time at which the virtual PC's clock is set back.", duration, 0, 3600000,
         millis(AT(machine.clock.back_at))},

    Knob{"sleep.late_ms", "--sleep-late", "sleeps late by", "ms",
         "How late a sleep of the virtual PC ends at worst; 0 for never.", duration, 0, 20,
         millis(AT(machine.sleep.late))},
    Knob{"sleep.tick_ms", "--sleep-tick", "sleep tick", "ms",
         "A sleep of the virtual PC ends at a multiple of this; 0 for at any moment.", duration, 0, 20,
         millis(AT(machine.sleep.tick))},

    Knob{"scene.name", "--scene", "scene", "", "What is simulated.", choice, 0, 1,
         Access{[](const Settings& st) { return static_cast<double>(st.scene.index()); },
                [](Settings& st, double value) { choose_scene(st, static_cast<std::size_t>(value)); }}},
    Knob{"scene.integrator", "--integrator", "integrator", "", "How a step moves what is simulated.", choice, 0,
         static_cast<double>(integrator_names.size() - 1), number(AT(integrator)), integrator_names},

    Knob{"scene.keys", "--keys", "keys", "",
         "latched: each press reaches the step during which it happened; polled: read once a frame, lost or doubled.",
         choice, 0, 1, number(AT(keys)), reading_names},

    Knob{"view.panels", "--panels", "panels", "", "Show the panels beside the stage.", toggle, 0, 1,
         number(AT(view.panels)), toggle_names},
    Knob{"view.help", "--show-help", "keys", "", "Show the list of keys.", toggle, 0, 1, number(AT(view.help)),
         toggle_names},
    Knob{"view.ghost", "--ghost", "ghost", "", "Draw where the exact motion is at this moment of the wall clock.",
         toggle, 0, 1, number(AT(view.ghost)), toggle_names},
    Knob{"view.trail", "--trail", "trail", "", "Draw one dot per presented frame; even spacing is smooth motion.",
         toggle, 0, 1, number(AT(view.trail)), toggle_names},
    Knob{"view.states", "--states", "states", "",
         "Mark the newest state (dot) and the one before it (ring), between which an interpolated picture lies.",
         toggle, 0, 1, number(AT(view.states)), toggle_names},
    Knob{"view.velocity", "--velocity", "velocity", "",
         "An arrow as long as the way of the next thirtieth of a second.", toggle, 0, 1, number(AT(view.velocity)),
         toggle_names},
    Knob{"view.font_scale", "--font-scale", "font scale", "%",
         "Size of all words and controls; a window of more than 1920x1080 adds to it.", whole, 75, 200,
         number(AT(view.font_scale))},
    Knob{"view.sound", "--sound", "sound", "", "A tick for each frame and a click for each step: pacing to be heard.",
         toggle, 0, 1, number(AT(view.sound)), toggle_names},
    Knob{"view.light", "--light", "light theme", "", "Dark ink on light ground.", toggle, 0, 1, number(AT(view.light)),
         toggle_names},
    Knob{"view.dock", "--dock", "dock", "", "What the dock below the stage shows.", choice, 0, 5, number(AT(view.dock)),
         dock_names},
    Knob{"lab.experiment", "--experiment", "experiment", "", "A lesson, ready to be guessed at and run.", choice, 0, 1,
         Access{[](const Settings& st)
                { return st.mode == Mode::experiment ? static_cast<double>(st.experiment + 1) : 0.0; },
                choose_experiment}},
    Knob{"lab.mode", "--mode", "mode", "",
         "live: one loop on this PC; race: several loops on one virtual PC; duel: one loop on several.", choice, 0, 3,
         number(AT(mode)), mode_names},
    Knob{"lab.beside", "--beside", "several loops", "",
         "Live: the loops of the race side by side, all fed with this PC's measured frame times.", toggle, 0, 1,
         number(AT(race.beside)), toggle_names},
    Knob{"lab.speed",
         "--speed",
         "speed",
         "x",
         "Slow motion or fast forward of a race; the lanes compute the same.",
         real,
         0.001,
         100,
         number(AT(race.speed)),
         {},
         true},
    Knob{"lab.paused", "--paused", "paused", "", "Stop the game's clock.", toggle, 0, 1, number(AT(paused)),
         toggle_names},
    Knob{"lab.seed", "--seed", "seed", "", "Of the random jitter; read at the start.", whole, 0, 4294967295.0,
         number(AT(seed))},
};

#undef AT

std::string out_of_range(const Knob& knob, std::string_view text)
{
    const std::string_view space = knob.unit.empty() ? "" : " ";
    return fmt::format("{} must be from {} to {}{}{}, not '{}'", knob.label, knob.low, knob.high, space, knob.unit,
                       text);
}

std::optional<double> number_of(const Knob& knob, std::string_view text)
{
    if (knob.kind != duration) return parse_number(text);
    const auto time = parse_duration(text);
    return time ? std::optional{timestep::to_millis(*time)} : std::nullopt;
}

void fill_in(std::vector<Knob>& knobs, std::string_view path, std::span<const std::string_view> names)
{
    const auto knob = std::find_if(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.path == path; });
    knob->choices   = names;
    knob->high      = static_cast<double>(names.size() - 1);
}

// The table above with the lists filled in that are known at run time only.
std::vector<Knob> with_lists()
{
    static std::vector<std::string_view> scenes;
    static std::vector<std::string_view> experiments{"none"};
    for (const physics::SceneRow& row : physics::all_scenes()) scenes.push_back(row.name);
    for (const ExperimentFile& file : all_experiments()) experiments.push_back(file.name);
    std::vector<Knob> knobs{table.begin(), table.end()};
    fill_in(knobs, "scene.name", scenes);
    fill_in(knobs, "lab.experiment", experiments);
    return knobs;
}

KnobKind kind_of(physics::KnobKind kind)
{
    switch (kind)
    {
    case physics::KnobKind::whole: return whole;
    case physics::KnobKind::toggle: return toggle;
    case physics::KnobKind::choice: return choice;
    case physics::KnobKind::number: break;
    }
    return real;
}

Knob knob_of(const physics::Knob& knob, std::string_view path)
{
    return {.path  = path,
            .flag  = "",
            .label = knob.label,
            .unit  = knob.unit,
            .tip   = knob.tooltip,
            .kind  = kind_of(knob.kind),
            .low   = knob.min,
            .high  = knob.max,
            .choices =
                knob.kind == physics::KnobKind::toggle ? std::span<const std::string_view>{toggle_names} : knob.choices,
            .logarithmic = knob.logarithmic,
            .of_scene    = &knob};
}

// The knobs of one scene, and the texts that their paths point at.
struct SceneKnobs
{
    std::deque<std::string> paths;
    std::vector<Knob> knobs;

    explicit SceneKnobs(const physics::SceneRow& row)
    {
        for (const physics::Knob& knob : row.knobs)
            knobs.push_back(knob_of(knob, paths.emplace_back(fmt::format("scene.{}", knob.name))));
    }
};

const void* scene_fields(const physics::AnyScene& scene)
{
    return std::visit([](const auto& s) -> const void* { return &s.knobs; }, scene);
}

void* scene_fields(physics::AnyScene& scene)
{
    return std::visit([](auto& s) -> void* { return &s.knobs; }, scene);
}

// The knobs of the axes belong to whatever alternatives are chosen, so they are looked up in a copy that may be walked.
double axis_value(timestep::Loop axes, std::string_view path)
{
    double value = 0.0;
    timestep::for_each_knob(axes, [&](std::string_view axis, const timestep::KnobRef& knob)
                            { value = path == fmt::format("{}.{}", axis, knob.name) ? knob.get() : value; });
    return value;
}

void set_axis_value(timestep::Loop& axes, std::string_view path, double value)
{
    timestep::for_each_knob(axes,
                            [&](std::string_view axis, const timestep::KnobRef& knob)
                            {
                                if (path == fmt::format("{}.{}", axis, knob.name)) knob.set(value);
                            });
}

} // namespace

double Knob::get(const Settings& settings) const
{
    if (of_axis) return axis_value(settings.loop.axes, path);
    return of_scene != nullptr ? of_scene->get(scene_fields(settings.scene)) : at.get(settings);
}

void Knob::set(Settings& settings, double value) const
{
    if (of_axis) return set_axis_value(settings.loop.axes, path, value);
    of_scene != nullptr ? of_scene->set(scene_fields(settings.scene), value) : at.set(settings, value);
}

std::span<const Knob> knobs()
{
    static const std::vector<Knob> all = with_lists();
    return all;
}

std::span<const Knob> scene_knobs(const Settings& settings)
{
    static const auto all = []
    {
        const auto rows = physics::all_scenes();
        return std::deque<SceneKnobs>(rows.begin(), rows.end());
    }();
    return all[settings.scene.index()].knobs;
}

std::vector<const Knob*> axis_knobs(const Settings& settings)
{
    // Kept for ever, by path and range: the same name may have another range in another alternative.
    static std::map<std::string, Knob> all;
    static std::set<std::string, std::less<>> paths;
    std::vector<const Knob*> found;
    timestep::Loop axes = settings.loop.axes;
    const bool paced    = carries_of(axes.stepper) == timestep::Carries::no_clock;
    timestep::for_each_knob(axes,
                            [&](std::string_view axis, const timestep::KnobRef& k)
                            {
                                if (k.name == "rate" && (axis == "stepper" || paced)) return; // loop.hz turns it
                                const std::string& path = *paths.insert(fmt::format("{}.{}", axis, k.name)).first;
                                const auto [place, fresh] =
                                    all.try_emplace(fmt::format("{} {} {} {}", path, k.min, k.max, k.help));
                                if (fresh)
                                    place->second = {.path        = path,
                                                     .flag        = "",
                                                     .label       = k.name,
                                                     .unit        = k.unit,
                                                     .tip         = k.help,
                                                     .kind        = k.whole          ? whole
                                                                    : k.unit == "ms" ? duration
                                                                                     : real,
                                                     .low         = k.min,
                                                     .high        = k.max,
                                                     .logarithmic = k.min > 0.0 && k.max >= 1000.0 * k.min,
                                                     .of_axis     = true};
                                found.push_back(&place->second);
                            });
    return found;
}

const Knob* find_knob(const Settings& settings, std::string_view path)
{
    for (const std::span<const Knob> some : {knobs(), scene_knobs(settings)})
        for (const Knob& knob : some)
            if (knob.path == path) return &knob;
    for (const Knob* knob : axis_knobs(settings))
        if (knob->path == path) return knob;
    return nullptr;
}

std::vector<std::string_view> knob_paths(const Settings& settings)
{
    std::vector<std::string_view> paths;
    for (const std::span<const Knob> some : {knobs(), scene_knobs(settings)})
        for (const Knob& knob : some) paths.push_back(knob.path);
    for (const Knob* knob : axis_knobs(settings)) paths.push_back(knob->path);
    return paths;
}

std::optional<std::string> assign(Settings& settings, const Knob& knob, std::string_view text)
{
    if (knob.kind == choice || knob.kind == toggle)
    {
        const auto chosen = std::find(knob.choices.begin(), knob.choices.end(), text);
        if (chosen == knob.choices.end()) return unknown(knob.label, text, knob.choices);
        knob.set(settings, static_cast<double>(chosen - knob.choices.begin()));
        return std::nullopt;
    }
    if (knob.kind == rate)
    {
        const auto exact = timestep::parse_rate(text);
        if (!exact || timestep::hertz(*exact) < knob.low || timestep::hertz(*exact) > knob.high)
            return out_of_range(knob, text);
        knob.at.set_rate(settings, *exact);
        return std::nullopt;
    }
    const auto value = number_of(knob, text);
    if (!value || *value < knob.low || *value > knob.high) return out_of_range(knob, text);
    if (knob.kind == whole && *value != std::floor(*value))
        return fmt::format("{} must be a whole number, not '{}'", knob.label, text);
    knob.set(settings, *value);
    return std::nullopt;
}

std::string value_text(const Settings& settings, const Knob& knob)
{
    const double value = knob.get(settings);
    if (!knob.choices.empty()) return std::string{knob.choices[static_cast<std::size_t>(value)]};
    return fmt::format("{:.10g}{}", value, knob.kind == duration ? "ms" : "");
}

std::string exact_text(const Settings& settings, const Knob& knob)
{
    if (!knob.choices.empty()) return value_text(settings, knob);
    if (knob.at.get_rate != nullptr) return rate_text(knob.at.get_rate(settings));
    const double value = knob.get(settings);
    return knob.kind == duration ? duration_text(Nanos{std::llround(value * 1e6)}) : fmt::format("{}", value);
}

std::optional<std::string> assign_spike(Settings& settings, std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == text.npos) return fmt::format("a spike is FRAMES:LENGTH, as in 60:250ms, not '{}'", text);
    Settings changed = settings;
    if (auto error = assign(changed, *find_knob(changed, "machine.spike_every"), text.substr(0, colon))) return error;
    if (auto error = assign(changed, *find_knob(changed, "machine.spike_ms"), text.substr(colon + 1))) return error;
    settings = changed;
    return std::nullopt;
}

} // namespace lab
