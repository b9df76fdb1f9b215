// lab/settings/settings.hpp -- all settings of the user, as plain data; changes take effect in the next frame
#pragma once

#include "lab/settings/game_properties.hpp"
#include "lab/settings/keyboard.hpp"
#include "lab/settings/loop_choice.hpp"
#include "scenes/drawing/zoom_and_pan.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// The pages of the panel that shows plots, code, lessons and more.
enum class PanelPage : std::uint8_t
{
    timeline,
    plots,
    phase,
    code,
    scoreboard,
    lessons,
    rate, ///< computes a step rate for the user's game
};

/// The collapsible sections of the main panel. A bit mask stores which are open: bit i stands for the element i.
inline constexpr std::array<std::string_view, 3> panel_section_names{"loop", "pc", "scene"};

/// The names of the plots. A bit mask stores which plots the window shows: bit i stands for the element i.
inline constexpr std::array<std::string_view, 7> plot_names{"frame-time",  "steps",           "drift",      "energy",
                                                            "state-error", "animation-error", "picture-age"};
inline constexpr std::uint32_t all_plots_mask = (1U << plot_names.size()) - 1;
inline constexpr std::uint32_t default_plots_mask = 0b111;

struct TimeView
{
    Nanos length{1'000'000'000};
    std::optional<Nanos> end{}; ///< empty: the interval ends at the newest frame
    std::optional<Nanos> frozen_time_at_last_drawing{};

    friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// The user's settings for what the window shows (panels, marks in the scene, camera), and for the sound.
struct ViewSettings
{
    PanelPage panel_page = PanelPage::plots;
    bool shows_panels = true;
    bool shows_all_panels = true; ///< false: the simple first screen, with five loops and one slider
    bool shows_help_page = false;
    view::ShownReferences shown_references = view::ShownReferences::reference_motion;
    bool shows_trail = true; ///< true: draw a dot at the body's position in each presented frame
    bool uses_light_theme = false;
    bool opening_moves = true; ///< false: the opening demonstration is a still
    bool marks_states = false; ///< true: mark the body's positions in the newest two simulated states
    bool shows_velocity_arrow = false; ///< true: draw an arrow as long as the body moves in 1/30 s
    double font_scale_percent = 100; ///< size of text and controls, but not of the scene, 75 to 200
    bool keyboard_controls_panels = false; ///< true: arrow keys, Space and Enter control the panels
    bool plays_sound = false; ///< true: play a tick for each frame and a click for each step
    view::ZoomAndPan zoom_and_pan{}; ///< zoom and pan of the scene
    TimeView time_view{};
    std::uint32_t plots_mask = default_plots_mask; ///< shown plots: bit i is plot_names[i]
    std::uint32_t open_sections_mask = 0b001; ///< open sections: bit i is panel_section_names[i]
    /// True: a view for an audience, with large text and without most panels.
    bool shows_audience_view = false;
    bool shows_all_metrics = false; ///< false: the table of metrics shows only the most important ones
    /// Index of the selected lane while the stage does not show the list of lanes, but the first screen, a lesson or a
    /// replay.
    std::size_t selected_lane = 0;
    GameProperties game_properties{}; ///< the user's game, for which the page `rate` computes a step rate

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

enum class Mode : std::uint8_t
{
    lanes, ///< the user's list of lanes
    lesson, ///< a lesson about loops, or a lesson from a file
    replay, ///< a simulation of a user's recorded inputs
};

/// Where the lanes of the list get their frame times from.
enum class LiveFrameSource : std::uint8_t
{
    even, ///< each lane runs in real time on its own virtual PC with even frame times
    this_pc, ///< all lanes get the measured frame times of this PC, which really waits for the frame delay
};

/// Value of Settings::lesson_index for a lesson from a file, which is not in built_in_lessons().
inline constexpr auto file_lesson_index = static_cast<std::size_t>(-1);

/// A simulated user who presses the jump key at equal intervals.
struct TapSettings
{
    Nanos interval{}; ///< wall time from one press to the next, at least 1 ms; 0: no taps
    Nanos length{12'000'000}; ///< wall time from a press to its release; shortened if the next press comes earlier

    friend bool operator==(const TapSettings&, const TapSettings&) = default;
};

/// All that decides how a lane moves: its loop, its PC, its scene and its simulated user.
struct LaneConfig
{
    LoopChoice loop{};
    sim::MachineSettings machine{};
    scenes::SceneSettings scene = scenes::scene_defaults(0); ///< the simulated scene and its parameters
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
    KeyReading key_reading = KeyReading::latched;
    TapSettings taps{};
    std::uint64_t seed = 1; ///< seed of all random numbers, such as those of the lag; a run reads it only at its start
    /// The share of a step, 0 to 1, that has passed on the loop's clock before its first frame. On virtual PCs.
    double start_phase = 0.0;

    friend bool operator==(const LaneConfig&, const LaneConfig&) = default;
};

/// A lane of the list. Settings::lane has the `config` of the selected one.
struct StageLane
{
    int id = 0; ///< unique in the list; a lane whose id stays keeps its world
    std::string name{}; ///< given by the user; empty: lane_names() makes one of what differs
    LaneConfig config{};

    friend bool operator==(const StageLane&, const StageLane&) = default;
};

/// The list of lanes: one to `max_lanes` set-ups of one scene.
struct StageSettings
{
    static constexpr std::size_t max_lanes = 6;

    /// Seconds of virtual time per second of real time, 1/1000 to 100.
    double time_scale = 1.0;
    std::size_t selected = 0; ///< index of the selected lane, whose config is Settings::lane; at most others.size()
    int selected_id = 0; ///< StageLane::id of the selected lane
    std::string selected_name{}; ///< StageLane::name of the selected lane
    std::vector<StageLane> others{}; ///< all lanes but the selected one, in their order
    /// True: a control changes the selected lane only. False: it changes all lanes that share_changes() selects.
    bool changes_one_lane = false;
    std::vector<StageLane> lanes_before_loops{}; ///< the list that toggle_five_loops() restores; empty if none
    std::size_t selected_before_loops = 0; ///< index of its selected lane

    friend bool operator==(const StageSettings&, const StageSettings&) = default;
};

struct Settings
{
    Mode mode = Mode::lanes;
    /// The source of the lanes' frame times. Has no effect while a recording or another program supplies them.
    LiveFrameSource live_frame_source = LiveFrameSource::even;
    /// Index in built_in_lessons(), or file_lesson_index for a lesson from a file. Used only in Mode::lesson.
    std::size_t lesson_index = 0;
    StageSettings stage{};
    double replay_time_s = 0.0; ///< used in Mode::replay: shown time in s since the start of the replay
    LaneConfig lane{}; ///< the selected lane, which all controls show and change
    ViewSettings view{};
    bool is_paused = false;

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// True if the window shows a replay or a lesson from a file, which saved settings cannot restore without the file.
inline bool shows_file(const Settings& settings)
{
    return settings.mode == Mode::replay ||
           (settings.mode == Mode::lesson && settings.lesson_index == file_lesson_index);
}
/// True if the window shows the list of lanes, not a lesson or a replay.
inline bool shows_lanes(const Settings& settings) { return settings.mode == Mode::lanes; }
/// True for the simple first screen, which shows the chosen loop in real time and one slider.
inline bool shows_first_screen(const Settings& settings)
{
    return !settings.view.shows_all_panels && shows_lanes(settings);
}
/// The loop that the first screen shows below the chosen one: `interpolated`; below `interpolated`, `accumulator`,
/// which differs from it only by not blending.
timestep::PresetId first_screen_reference_loop(const LoopChoice& chosen);
/// Leaves a lesson or a replay for the list of lanes.
inline void show_lanes(Settings& settings) { settings.mode = Mode::lanes; }
/// Resets all settings except `view`. One lane remains, with the world of the selected one.
void reset_settings(Settings& settings);
/// The settings of a new user: the defaults, but with the loop `variable`, which fails only on a slow PC, and with 50
/// steps a second, at which the five loops differ also on a fast one.
Settings first_start_settings();
/// Chooses a scene with default parameters, unless it is already chosen. Keeps a non-default integrator.
void choose_scene(Settings& settings, std::size_t scene_index);
/// True if the selected lane runs the preset `loop`.
bool is_loop_chosen(const Settings& settings, timestep::PresetId loop);

/// Converts real time to the time of virtual PCs, which can pause, or run slower or faster than real time.
struct TimeScale
{
    static constexpr double min_scale = 1.0 / 1000.0;
    static constexpr double max_scale = 100.0;

    bool is_paused = false;
    double scale = 1.0; ///< seconds of virtual time per real second; clamped to `min_scale` and `max_scale`

    Nanos virtual_time(Nanos real_elapsed) const
    {
        return is_paused ? Nanos::zero()
                         : Nanos{std::llround(clamped_scale() * static_cast<double>(real_elapsed.count()))};
    }
    Nanos real_time(Nanos virtual_elapsed) const
    {
        return Nanos{std::llround(static_cast<double>(virtual_elapsed.count()) / clamped_scale())};
    }

private:
    double clamped_scale() const { return std::clamp(scale, min_scale, max_scale); }
};

} // namespace lab
