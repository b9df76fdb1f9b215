// lab/settings/control_rows.cpp -- the table of the controls that exist for every loop and scene
#include "base/text.hpp"
#include "base/unsupported_reasons.hpp"
#include "lab/settings/control_accessors.hpp"
#include "lab/settings/controls.hpp"
#include "timestep/presets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace lab
{

namespace
{

template <class Row, std::size_t size, class NameOfRow>
constexpr auto constant_names_of(const std::array<Row, size>& rows, NameOfRow name_of_row)
{
    std::array<std::string_view, size> names{};
    std::ranges::transform(rows, names.begin(), name_of_row);
    return names;
}

constexpr auto loop_names = constant_names_of(timestep::all_presets, &timestep::Preset::name);
constexpr auto integrator_names = constant_names_of(sim::all_integrators, &sim::IntegratorInfo::name);
constexpr auto presentation_names = constant_names_of(timestep::all_presentations, timestep::name_of);
constexpr std::array<std::string_view, 5> vsync_names{"composed", "off", "on", "adaptive", "vrr"};
constexpr std::array<std::string_view, 2> buffer_names{"double", "triple"};
constexpr std::array<std::string_view, 4> clock_counter_names{"64-bit", "32-bit-ns", "32-bit-us", "32-bit-ms"};
constexpr std::array<std::string_view, 2> live_frame_source_names{"even", "this-pc"};
constexpr std::array<std::string_view, 7> panel_page_names{"timeline",   "plots",   "phase", "code",
                                                           "scoreboard", "lessons", "rate"};
constexpr std::array<std::string_view, 4> shown_reference_names{"perfect", "mathematics", "both", "off"};
constexpr std::array<std::string_view, 4> key_reading_names{"latched", "polled", "polled-in-step", "next-step"};
constexpr std::array<std::string_view, 2> toggle_names{"off", "on"};

template <const auto& names>
constexpr ValueNames value_names_in{names};

const std::vector<std::string_view> scene_names = base::names_of(scenes::all_scenes(), &scenes::SceneType::name);
const ValueNames scene_choices{scene_names};

struct ControlRange
{
    double min_value, max_value;
    std::string_view unit{};
    double min_above_zero = 0.0;
};

constexpr Control number_control(ControlKind kind, ControlAccessors accessors, const ControlRange& range)
{
    return {.unit = range.unit,
            .kind = kind,
            .min_value = range.min_value,
            .max_value = range.max_value,
            .min_above_zero = range.min_above_zero,
            .accessors = accessors};
}

constexpr Control real_control(auto field, const ControlRange& range)
{
    return number_control(ControlKind::real_number, field_accessors(field), range);
}

constexpr Control whole_control(auto field, const ControlRange& range)
{
    return number_control(ControlKind::whole_number, field_accessors(field), range);
}

template <class Field>
constexpr Control duration_control(Field, double min_ms, double max_ms)
{
    constexpr auto accessors =
        make_accessors([](const Settings& s) { return timestep::to_millis(Field{}(s)); },
                       [](Settings& s, double value_ms) { Field{}(s) = Nanos{std::llround(value_ms * 1e6)}; });
    return number_control(ControlKind::duration, accessors, {min_ms, max_ms, "ms"});
}

constexpr Control rate_control(ControlAccessors accessors, double min_hz, double max_hz)
{
    return number_control(ControlKind::rate, accessors, {min_hz, max_hz, "Hz"});
}

constexpr Control choice_control(ControlAccessors accessors, const ValueNames& names)
{
    return {.kind = ControlKind::choice, .accessors = accessors, .value_names = &names};
}

constexpr Control toggle_control(auto field)
{
    return {.kind = ControlKind::toggle, .accessors = field_accessors(field), .value_names = &toggle_choices};
}

struct ControlText
{
    std::string_view path, flag, label, tooltip;
    ControlId id = ControlId::unnamed;
};

constexpr Control row(const ControlText& text, Control control, const ControlAppearance& appearance = {})
{
    control.path = text.path;
    control.flag = text.flag;
    control.label = text.label;
    control.tooltip = text.tooltip;
    control.id = text.id;
    control.appearance = appearance;
    return control;
}

const char* pacer_no_effect_reason(const Settings& settings, std::size_t pacer_type)
{
    constexpr std::array<std::string_view, 3> pacers_without_sleep{"free-running", "vsync", "busy-wait"};
    const bool uses_sleep =
        std::ranges::find(pacers_without_sleep, component_type_names(ComponentKind::pacer)[pacer_type]) ==
        pacers_without_sleep.end();
    return uses_sleep && shows_lanes(settings) ? base::unsupported_reasons.sleep : nullptr;
}

#define FIELD(field)                                                                                                   \
    [](auto& s) -> auto& { return s.field; }

constexpr std::array control_rows{
    row({"loop.preset", "--loop", "loop", "The loop, which sets how many steps each frame runs.",
         ControlId::loop_preset},
        choice_control(preset_accessors, value_names_in<loop_names>)),
    row({"loop.hz", "--hz", "step rate", "Physics steps per simulated second; 59.94 means 60000/1001.",
         ControlId::step_rate},
        rate_control(step_rate_accessors, 5, 1000),
        {.is_logarithmic = true,
         .no_effect_reason =
             [](const Settings& s)
         {
             const bool has_rate = preset_of(s.lane.loop.preset).has_rate;
             return has_rate ? nullptr : "This loop has no step rate: every frame is one step.";
         }}),

    row({"loop.filter", "--filter", "delta filter", "The filter that smooths or limits the measured frame time.",
         ControlId::filter},
        choice_control(component_type_accessors<ComponentKind::filter>, value_names_in<timestep::LoopFilter::names>)),
    row({"loop.stepper", "--stepper", "stepper", "The rule that divides a frame's time into steps.",
         ControlId::stepper},
        choice_control(component_type_accessors<ComponentKind::stepper>, value_names_in<timestep::LoopStepper::names>)),
    row({"loop.overload", "--overload", "overload",
         "The rule for frames with too many due steps: which time is dropped, which is carried.", ControlId::overload},
        choice_control(component_type_accessors<ComponentKind::overload>,
                       value_names_in<timestep::LoopOverloadPolicy::names>)),
    row({"loop.presentation", "--presentation", "presentation",
         "How a frame between two steps is drawn: as the newest state, interpolated or extrapolated.",
         ControlId::presentation},
        choice_control(field_accessors(FIELD(lane.loop.presentation)), value_names_in<presentation_names>)),
    row({"loop.pacer", "--pacer", "pacer", "How the loop waits for its next frame.", ControlId::pacer},
        choice_control(component_type_accessors<ComponentKind::pacer>, value_names_in<timestep::LoopPacer::names>),
        {.value_no_effect_reason = pacer_no_effect_reason}),
    row({"loop.budget_ms", "--budget", "step budget",
         "Wall time that the steps of a frame may take. When it is used up, no further step starts in this frame: the "
         "overload policy drops the remaining steps or carries them to later frames. 0: no limit.",
         ControlId::step_budget},
        duration_control(FIELD(lane.loop.step_budget), 0, 100)),
    row({"loop.async", "--async", "own thread",
         "Run the steps on a thread of their own, so that they do not delay frames. Frames are interpolated, and "
         "show the game one step late.",
         ControlId::own_thread},
        toggle_control(FIELD(lane.loop.wants_own_thread)),
        {.no_effect_reason =
             [](const Settings& s)
         {
             return supports_own_thread(s.lane.loop)
                        ? nullptr
                        : "This loop ties its steps to its frames, so the steps cannot run on a thread of their own.";
         }}),

    row({"machine.lag", "--lag", "lag",
         "Switches the frame delay, the jitter, the spikes and all other lag on or off."},
        toggle_control(FIELD(lane.machine.lag.is_enabled)),
        {.sets_lag = true, .machine_panel = MachinePanelPlace::both}),
    row({"machine.delay_ms", "--delay", "frame delay", "Time by which every frame becomes longer.",
         ControlId::frame_delay},
        duration_control(FIELD(lane.machine.lag.delay), 0, 500),
        {.sets_lag = true, .machine_panel = MachinePanelPlace::both}),
    row({"machine.jitter_ms", "--jitter", "jitter", "Random extra delay of each frame, from 0 to this value."},
        duration_control(FIELD(lane.machine.lag.jitter), 0, 100),
        {.sets_lag = true, .machine_panel = MachinePanelPlace::both}),
    row({"machine.spike_every", "--spike-every", "spike every",
         "Number of frames from one lag spike to the next; 0 for no spikes.", ControlId::spike_interval},
        whole_control(FIELD(lane.machine.lag.spike_interval_frames), {0, 600, "frames"}),
        {.sets_lag = true, .machine_panel = MachinePanelPlace::both}),
    row({"machine.spike_ms", "--spike-length", "spike length", "Extra time of each frame with a lag spike.",
         ControlId::spike_length},
        duration_control(FIELD(lane.machine.lag.spike), 0, 2000),
        {.sets_lag = true,
         .machine_panel = MachinePanelPlace::both,
         .no_effect_reason =
             [](const Settings& s)
         {
             return s.lane.machine.lag.spike_interval_frames == 0
                        ? "There are no spikes: set \"spike every\" above 0 first."
                        : nullptr;
         }}),
    row({"machine.burn", "--burn", "keep core busy",
         "Make the frames longer by computing instead of sleeping, like a game that is too heavy for its PC."},
        toggle_control(FIELD(lane.machine.lag.keeps_core_busy)),
        {.sets_lag = true,
         .machine_panel = MachinePanelPlace::live_pc,
         .no_effect_reason = [](const Settings&) { return base::unsupported_reasons.sleep; }}),
    row({"machine.step_cost_ms", "--step-cost", "cost per step",
         "Time that each physics step takes to compute. If it is longer than the time that a step simulates, it causes "
         "the spiral of death.",
         ControlId::step_cost},
        duration_control(FIELD(lane.machine.step_cost), 0, 100), {.machine_panel = MachinePanelPlace::both}),
    row({"machine.limit_hz", "--limit", "frame limit", "Highest frame rate, in frames per second; 0 for no limit."},
        real_control(FIELD(lane.machine.limit_hz), {0, 1000, "Hz", 0.001}), {.machine_panel = MachinePanelPlace::both}),
    row({"machine.vsync", "--vsync", "VSYNC",
         "composed: at each refresh a compositor shows the newest finished frame, as of most windows; off: frames "
         "tear; "
         "on: each frame waits for the refresh; adaptive: late frames tear; vrr: the virtual display refreshes when a "
         "frame is ready.",
         ControlId::vsync},
        choice_control(field_accessors(FIELD(lane.machine.vsync)), value_names_in<vsync_names>),
        {.machine_panel = MachinePanelPlace::both,
         .no_effect_reason = [](const Settings& s)
         { return shows_lanes(s) ? base::unsupported_reasons.vsync : nullptr; }}),
    row({"machine.buffers", "--buffers", "buffers",
         "With triple buffering, the virtual PC starts the next frame while a finished one waits for the display."},
        choice_control(field_accessors(FIELD(lane.machine.buffers)), value_names_in<buffer_names>),
        {.machine_panel = MachinePanelPlace::virtual_pcs,
         .no_effect_reason =
             [](const Settings& s) {
                 return s.lane.machine.vsync == sim::VsyncMode::on ? nullptr
                                                                   : "Frames wait in buffers only with VSYNC on.";
             }}),
    row({"machine.refresh_hz", "--display-hz", "refresh",
         "Refresh rate of the virtual display; 59.94 means 60000/1001."},
        rate_control(rate_field_accessors(FIELD(lane.machine.refresh_rate)), 10, 1000),
        {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"machine.display_ppm", "--display-ppm", "display off by",
         "Parts per million by which the display is faster than its nominal rate, which the loop knows. The picture "
         "then "
         "drifts against the steps."},
        whole_control(FIELD(lane.machine.display_ppm), {-200, 200, "ppm"}),
        {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"machine.vrr_floor_hz", "--vrr-floor", "VRR from",
         "Lowest refresh rate of a virtual display with VRR; the setting \"refresh\" is the highest rate."},
        rate_control(rate_field_accessors(FIELD(lane.machine.vrr_min_refresh_rate)), 10, 1000),
        {.machine_panel = MachinePanelPlace::virtual_pcs,
         .no_effect_reason =
             [](const Settings& s)
         {
             return s.lane.machine.vsync == sim::VsyncMode::vrr ? nullptr
                                                                : "Only VSYNC \"vrr\" makes the refresh rate variable.";
         }}),
    row({"machine.render_cost_ms", "--render-cost", "render cost", "Time that drawing a frame takes on the virtual PC.",
         ControlId::render_cost},
        duration_control(FIELD(lane.machine.render_cost), 0, 500), {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"machine.clear_cost_ms", "--clear-cost", "clear cost",
         "Time in which the virtual PC clears the screen before it draws; it is added to the drawing time."},
        duration_control(FIELD(lane.machine.clear_cost), 0, 100), {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"machine.clear_early", "--clear-early", "clear early",
         "Clear the screen before the wait for the next frame, not after it. Less work is left after the wait, so the "
         "frame is displayed sooner."},
        toggle_control(FIELD(lane.machine.clears_before_wait)),
        {.machine_panel = MachinePanelPlace::virtual_pcs,
         .no_effect_reason =
             [](const Settings& s)
         {
             return s.lane.machine.clear_cost > Nanos::zero()
                        ? nullptr
                        : "The \"clear cost\" is 0, so clearing the screen takes no time: set it above 0 first.";
         }}),
    row({"machine.housekeeping_ms", "--housekeeping", "housekeeping",
         "Length of a background task (messages, scripts) that the loop runs while it waits; 0 for none."},
        duration_control(FIELD(lane.machine.housekeeping.piece_length), 0, 100),
        {.machine_panel = MachinePanelPlace::both}),
    row({"machine.housekeeping_asks", "--housekeeping-asks", "ends in time",
         "Start a background task only if it ends before the next frame is due. Off: a task can delay the frame by up "
         "to its length."},
        toggle_control(FIELD(lane.machine.housekeeping.ends_in_time)),
        {.machine_panel = MachinePanelPlace::both,
         .no_effect_reason =
             [](const Settings& s)
         {
             return s.lane.machine.housekeeping.piece_length > Nanos::zero()
                        ? nullptr
                        : "There are no background tasks: set \"housekeeping\" above 0 first.";
         }}),

    row({"clock.noise_ms", "--timer-noise", "timer noise",
         "Largest random error of each reading of the virtual PC's clock, too early or too late."},
        duration_control(FIELD(lane.machine.clock.noise), 0, 100), {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"clock.resolution_ms", "--timer-resolution", "timer resolution",
         "Readings of the virtual PC's clock are rounded down to multiples of this time; 0 for exact readings."},
        duration_control(FIELD(lane.machine.clock.resolution), 0, 100),
        {.machine_panel = MachinePanelPlace::virtual_pcs}),
    row({"clock.counter", "--timer-counter", "timer counter",
         "Size and unit of the virtual PC's clock; a 32-bit clock restarts at zero when it is full."},
        choice_control(field_accessors(FIELD(lane.machine.clock.counter)), value_names_in<clock_counter_names>)),
    row({"clock.full_at_ms", "--timer-full-at", "counter full at",
         "Wall time at which a 32-bit clock is full and restarts at zero."},
        duration_control(FIELD(lane.machine.clock.first_wrap_time), 0, 4294967295.0)),
    row({"clock.back_ms", "--timer-back", "clock set back by",
         "Time by which the virtual PC's clock is set back, once; 0 for never. A loop that waits for "
         "a planned time then starts a new schedule; the articles' listings would stand still."},
        duration_control(FIELD(lane.machine.clock.set_back_by), 0, 3600000)),
    row({"clock.back_at_ms", "--timer-back-at", "set back at",
         "Wall time at which the virtual PC's clock is set back, if \"clock set back by\" is above 0."},
        duration_control(FIELD(lane.machine.clock.set_back_time), 0, 3600000)),

    row({"sleep.late_ms", "--sleep-late", "sleeps late by",
         "Longest time by which a sleep on the virtual PC ends too late; 0 for exact sleeps."},
        duration_control(FIELD(lane.machine.sleep.max_delay), 0, 20)),
    row({"sleep.tick_ms", "--sleep-tick", "sleep tick",
         "Sleeps on the virtual PC end only at multiples of this time; 0 lets sleeps end at any time."},
        duration_control(FIELD(lane.machine.sleep.wake_interval), 0, 20)),

    row({"scene.name", "--scene", "scene", "The scene to simulate.", ControlId::scene},
        choice_control(scene_index_accessors, scene_choices)),
    row({"scene.integrator", "--integrator", "integrator", "The numerical method that computes a physics step.",
         ControlId::integrator},
        choice_control(field_accessors(FIELD(lane.integrator)), value_names_in<integrator_names>),
        {.no_effect_reason = [](const Settings& s)
         { return type_of(s.lane.scene).uses_integrator ? nullptr : "This scene uses no integrator."; }}),

    row({"scene.keys", "--keys", "keys",
         "latched: each key press reaches the step during which it happened; next-step: each press reaches the first "
         "step after the press; polled: keys are read once a frame, so a press can be lost or count twice; "
         "polled-in-step: each step reads which keys are down, so a short press can be lost.",
         ControlId::key_reading},
        choice_control(field_accessors(FIELD(lane.key_reading)), value_names_in<key_reading_names>)),
    row({"scene.tap_every_ms", "--tap-every", "tap every",
         "Time between two taps of the jump key by a simulated user, at least 1 ms; 0 for no taps.",
         ControlId::tap_interval},
        duration_control(FIELD(lane.taps.interval), 0, 10000)),
    row({"scene.tap_ms", "--tap-length", "tap length",
         "Time for which each tap of the simulated user holds the jump key down.", ControlId::tap_length},
        duration_control(FIELD(lane.taps.length), 1, 1000),
        {.no_effect_reason =
             [](const Settings& s) {
                 return s.lane.taps.interval == Nanos::zero() ? "There are no taps: set \"tap every\" above 0 first."
                                                              : nullptr;
             }}),

    row({"view.panels", "--panels", "panels", "Show the panels beside the scene."},
        toggle_control(FIELD(view.shows_panels))),
    row({"view.more", "--more", "more", "On: all panels. Off: the first screen, with five loops and one slider."},
        toggle_control(FIELD(view.shows_all_panels))),
    row({"view.present", "--present", "present",
         "For an audience: show only the scene, the delay slider, the result (such as OK or LATE) and the lesson, in "
         "large letters."},
        toggle_control(FIELD(view.shows_audience_view))),
    row({"view.help", "--show-help", "keys", "Show the list of keys."}, toggle_control(FIELD(view.shows_help_page))),
    row({"view.ring", "--ring", "ring",
         "Draw a ring where the ball should be. perfect: where steps of this loop's length would put the ball if no "
         "frame were late; mathematics: where the exact motion puts the ball (dashed ring).",
         ControlId::ring},
        choice_control(field_accessors(FIELD(view.shown_references)), value_names_in<shown_reference_names>)),
    row({"view.trail", "--trail", "trail", "Draw one dot per presented frame; evenly spaced dots mean smooth motion.",
         ControlId::trail},
        toggle_control(FIELD(view.shows_trail))),
    row({"view.opening", "--opening", "moving opening",
         "Start with seven seconds that show what a slow PC does to a loop; off: with a still of them."},
        toggle_control(FIELD(view.opening_moves))),
    row({"view.states", "--states", "states",
         "Mark the newest simulated state (dot) and the state before it (ring); interpolated frames lie between the "
         "two.",
         ControlId::state_marks},
        toggle_control(FIELD(view.marks_states))),
    row({"view.velocity", "--velocity", "velocity",
         "Draw an arrow as long as the distance that the body moves in 1/30 s.", ControlId::velocity_arrow},
        toggle_control(FIELD(view.shows_velocity_arrow))),
    row({"view.font_scale", "--font-scale", "font scale",
         "Size of all text and controls. A window larger than 1920x1080 enlarges them; a small window limits their "
         "size.",
         ControlId::font_scale},
        whole_control(FIELD(view.font_scale_percent), {75, 200, "%"})),
    row({"view.sound", "--sound", "sound",
         "Play a high sound for each frame (left speaker) and a low sound for each step (right speaker), so that you "
         "hear the pacing (T).",
         ControlId::sound},
        toggle_control(FIELD(view.plays_sound))),
    row({"view.light", "--light", "light theme", "Dark text and lines on a light background.", ControlId::light_theme},
        toggle_control(FIELD(view.uses_light_theme))),
    row({"view.all_scores", "--all-scores", "all metrics",
         "Show all metrics on the scoreboard instead of the most important ones.", ControlId::all_metrics},
        toggle_control(FIELD(view.shows_all_metrics))),
    row({"view.dock", "--dock", "dock", "The page shown in the dock, the panel below the scene.",
         ControlId::panel_page},
        choice_control(field_accessors(FIELD(view.panel_page)), value_names_in<panel_page_names>)),
    row({"replay.at_s", "--replay-at", "replay at",
         "Time in the replay that the window shows, counted from the replay's start."},
        real_control(FIELD(replay_time_s), {0, 86400, "s"})),

    row({"lab.lesson", "--lesson", "lesson", "Opens a lesson: you guess the answer, then run the lesson."},
        choice_control(lesson_number_accessors, lesson_choices)),
    row({"lab.frames", "--live-frames", "frames",
         "Frame times of the lanes. \"even\": each lane runs in real time on its own virtual PC with steady frame "
         "times; "
         "\"this-pc\": all lanes get the measured frame times of this PC, including the frame delay."},
        choice_control(field_accessors(FIELD(live_frame_source)), value_names_in<live_frame_source_names>)),
    row({"stage.one_lane", "--one-lane", "change one lane",
         "A control changes the selected lane only. Off: it changes all lanes that have the same value; the loop is "
         "always that of the selected lane.",
         ControlId::changes_one_lane},
        toggle_control(FIELD(stage.changes_one_lane))),
    row({"lab.speed", "--speed", "speed", "Slow motion or fast forward of steady frames; the results stay the same.",
         ControlId::time_scale},
        real_control(FIELD(stage.time_scale), {0.001, 100, "x"}), {.is_logarithmic = true}),
    row({"lab.paused", "--paused", "paused", "Stop the game's clock."}, toggle_control(FIELD(is_paused))),
    row({"rate.speed", "--fastest", "fastest body",
         "Speed of your game's fastest body; it sets a minimum step rate. 0: no such minimum."},
        real_control(FIELD(view.game_properties.fastest_body_speed), {0, 10000, "m/s"}), {.is_logarithmic = true}),
    row({"rate.radius", "--body-radius", "its radius", "Radius of your game's fastest body."},
        real_control(FIELD(view.game_properties.fastest_body_radius), {0, 100, "m"}), {.is_logarithmic = true}),
    row({"rate.wall", "--thinnest", "thinnest wall",
         "Thickness of the thinnest wall that must stop your game's fastest body."},
        real_control(FIELD(view.game_properties.thinnest_wall_thickness), {0, 100, "m"}), {.is_logarithmic = true}),
    row({"rate.stiffness", "--stiffest", "stiffest spring",
         "Stiffness of your game's stiffest spring or joint; it sets a minimum step rate. 0: no such minimum."},
        real_control(FIELD(view.game_properties.stiffest_spring_stiffness), {0, 1e9, "N/m"}), {.is_logarithmic = true}),
    row({"rate.mass", "--spring-mass", "mass on it",
         "Mass of the body on the stiffest spring. If the spring joins two bodies, enter m1 m2 / (m1 + m2)."},
        real_control(FIELD(view.game_properties.stiffest_spring_mass), {0.001, 1e6, "kg"}), {.is_logarithmic = true}),
    row({"rate.damping", "--spring-damping", "damping ratio",
         "Damping ratio of the stiffest spring: 0 is no damping, 1 is critical damping."},
        real_control(FIELD(view.game_properties.stiffest_spring_damping_ratio), {0, 1, ""})),
    row({"rate.step_cost_ms", "--cost", "cost of a step",
         "Computing time of a step that is not divided into substeps; it sets a maximum step rate. 0: no such "
         "maximum."},
        duration_control(FIELD(view.game_properties.step_cost), 0, 1000), {.is_logarithmic = true}),
    row({"rate.substep_cost_ms", "--substep-cost", "substep cost",
         "Computing time of each substep after the first one. 0: the same time as \"cost of a step\"."},
        duration_control(FIELD(view.game_properties.substep_cost), 0, 1000), {.is_logarithmic = true}),
    row({"rate.substeps", "--substeps", "substeps", "Number of equal parts into which the physics divides a step."},
        whole_control(FIELD(view.game_properties.substeps_per_step), {1, 64})),
    row({"rate.work_percent", "--work", "time for steps", "Largest share of wall time that the steps may take."},
        real_control(FIELD(view.game_properties.max_stepping_percent), {1, 100, "%"})),
    row({"rate.max_age_ms", "--oldest", "largest age",
         "Largest allowed age of the state that a frame shows; it sets a minimum step rate. 0: no such minimum."},
        duration_control(FIELD(view.game_properties.max_state_age), 0, 1000), {.is_logarithmic = true}),
    row({"rate.interpolated", "--interpolated", "interpolated",
         "On: frames show a state between the last two states (interpolation). Off: frames show the newest state."},
        toggle_control(FIELD(view.game_properties.is_interpolated))),
    row({"lab.seed", "--seed", "seed",
         "Seed of the random lag, of the errors of the clock and of sleeping, and of the random message delays; read "
         "when a run starts."},
        whole_control(FIELD(lane.seed), {0, 4294967295.0})),
    row({"lab.start_phase", "--start-phase", "start phase",
         "Share of a step that has passed on the loop's clock before its first frame, on a virtual PC; read when a run "
         "starts."},
        real_control(FIELD(lane.start_phase), {0, 1})),
};

#undef FIELD

// Maps each ControlId to the index of its row in `control_rows`.
constexpr auto row_indices = []
{
    std::array<std::size_t, static_cast<std::size_t>(ControlId::count)> indices{};
    indices.fill(control_rows.size());
    for (std::size_t i = 0; i < control_rows.size(); ++i) indices.at(static_cast<std::size_t>(control_rows[i].id)) = i;
    return indices;
}();
static_assert(std::ranges::find(row_indices, control_rows.size()) == row_indices.end(), "each ControlId has a row");

} // namespace

const ValueNames toggle_choices{toggle_names};

std::span<const Control> common_controls_except_lists() { return control_rows; }

const Control& control_of(ControlId id) { return control_rows[row_indices.at(static_cast<std::size_t>(id))]; }

} // namespace lab
