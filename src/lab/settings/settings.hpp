// lab/settings/settings.hpp -- all settings of the user, as plain data; changes take effect in the next frame
#pragma once

#include "lab/settings/game_numbers.hpp"
#include "lab/settings/keyboard.hpp"
#include "lab/settings/loop_choice.hpp"
#include "scenes/drawing/lens.hpp"
#include "scenes/net/kinds.hpp"
#include "scenes/scene.hpp"
#include "sim/machine/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// The pages of the panel below the picture area of the window.
enum class PanelPage : std::uint8_t
{
    timeline,
    plots,
    phase,
    code,
    scoreboard,
    lessons,
    rate,
};

/// A collapsible section of the panel with all controls. A bit mask stores the open sections: bit i is
/// panel_section_names[i].
struct PanelSection
{
    std::string_view name;
};
inline constexpr std::array panel_section_names{PanelSection{"loop"}, PanelSection{"pc"}, PanelSection{"scene"}};

/// The name of a plot. Bit i of a mask of plots is plot_names[i], which has the order of the window.
struct PlotName
{
    std::string_view name;
};
inline constexpr std::array plot_names{PlotName{"frame-time"}, PlotName{"steps"},       PlotName{"drift"},
                                       PlotName{"energy"},     PlotName{"state-error"}, PlotName{"animation-error"},
                                       PlotName{"picture-age"}};
inline constexpr std::uint32_t all_plots_mask = (1U << plot_names.size()) - 1;
/// The plots that are shown at first: frame-time, steps and drift (bits of plot_names).
inline constexpr std::uint32_t default_plots_mask = 0b111;

/// The interval of the loops' wall clock that the timeline and the plots show.
struct TimeView
{
    Nanos length{1'000'000'000};
    std::optional<Nanos> end{}; ///< empty: the interval ends at the newest frame
    /// Lab::frozen_at() when the interval was last drawn; empty if the display was not stopped.
    std::optional<Nanos> frozen_at{};

    friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// Settings of the window: panels, marks in the picture, sound and camera.
struct ViewSettings
{
    PanelPage panel_page                   = PanelPage::plots;
    bool shows_panels                      = true;
    bool shows_all_panels                  = true; ///< false: the simple first screen (five loops, one slider)
    bool shows_key_list                    = false;
    view::ShownReferences shown_references = view::ShownReferences::ring;
    bool shows_trail                       = true; ///< true: draw a dot at the body's position in each presented frame
    bool light_theme                       = false;
    bool marks_states                      = false; ///< true: mark the body's positions in the newest two states
    bool shows_velocity_arrow              = false; ///< true: draw an arrow as long as the body moves in 1/30 s
    double font_scale        = 100;   ///< size of text and controls, not of the scene, in percent: 75 to 200
    bool keys_control_panels = false; ///< true: arrow keys, Space and Enter control the panels
    bool plays_sound         = false; ///< true: play a tick for each frame and a click for each step
    view::Lens lens{};                ///< zoom and pan of the scene
    TimeView time_view{};
    std::uint32_t plots_mask    = default_plots_mask; ///< shown plots: bit i is plot_names[i]
    std::uint32_t open_sections = 0b011;              ///< bit i is panel_section_names[i]
    /// True: the window shows only the stage, the slider that slows this PC, the verdict and the lesson, enlarged.
    bool presentation_mode = false;
    bool shows_all_metrics = false; ///< false: the scoreboard shows only the ten most important metrics
    GameNumbers game{};             ///< the user's game, for the page that finds its step rate

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

/// The content of the window.
enum class Mode : std::uint8_t
{
    live,    ///< one loop on this PC, or several loops if RaceSettings::side_by_side is set
    race,    ///< several loops, each on its own copy of one virtual PC
    duel,    ///< one loop on several virtual PCs
    lesson,  ///< a lesson of the course, which is about loops, or a lesson of a file
    network, ///< a network game on several PCs
    replay,  ///< a run of a user's recorded inputs
    /// Two settings, each on its own virtual PC: RaceSettings::kept_set_up and the present settings.
    compare,
};

/// The source of the frame times in Mode::live.
enum class FrameTiming : std::uint8_t
{
    even,    ///< each loop runs on a virtual PC with even frames, in real time
    this_pc, ///< measured frame times of this PC, which really waits for the frame delay
};

/// The five loops of the literature.
std::vector<timestep::LoopId> default_race_loops();

struct RaceSettings
{
    static constexpr std::size_t max_lanes = 6;

    /// Seconds of virtual time per second of real time, 1/1000 to 100.
    double speed                        = 1.0;
    std::vector<timestep::LoopId> loops = default_race_loops();
    std::vector<std::size_t> duel_machines{0, 1, 2, 4}; ///< indices into sim::machine_presets()
    std::size_t selected_lane = 0; ///< index of the shown lane whose data the plots and panels show
    /// The settings that the user stored with the button "Keep this one", as set_up_text(); empty if none.
    std::string kept_set_up{};
    bool side_by_side = false; ///< in Mode::live: show all loops of the race side by side

    friend bool operator==(const RaceSettings&, const RaceSettings&) = default;
};

/// The scenes of network games.
enum class NetworkGame : std::uint8_t
{
    pendulum, ///< the scene Chaos: keys push a pendulum, and a tiny difference grows fast
    ball,     ///< the scene SpringAndBall: users drag the ball
    runner,   ///< the scene Player: a figure that runs and jumps
};

struct NetworkSettings
{
    scenes::NetworkKind kind = scenes::NetworkKind::lockstep;
    std::size_t pc_count     = 2; ///< scenes::min_pcs to scenes::max_pcs
    scenes::NetworkLink link{};
    int input_delay = 6; ///< physics steps from a key press to its effect, for NetworkKind::lockstep and slow_pc
    int rollback_input_delay = 1; ///< physics steps from a key press to its effect, for NetworkKind::rollback
    NetworkGame game         = NetworkGame::pendulum;

    friend bool operator==(const NetworkSettings&, const NetworkSettings&) = default;
};

/// Value of Settings::lesson_index if the lesson was loaded from a file and is not built in.
inline constexpr auto lesson_from_file = static_cast<std::size_t>(-1);

/// The machine preset "old-pc-25", on which the five loops of the literature differ.
sim::MachineSettings default_race_machine();

/// A simulated user who taps the jump key at equal intervals.
struct TapSettings
{
    Nanos every{};            ///< wall time from one press to the next, at least 1 ms; 0: no taps
    Nanos length{12'000'000}; ///< wall time from a press to its release; a tap ends before the next press

    friend bool operator==(const TapSettings&, const TapSettings&) = default;
};

struct Settings
{
    Mode mode = Mode::live;
    /// Has no effect while a recording or a slowed game supplies the frame times.
    FrameTiming frame_timing = FrameTiming::even;
    /// In Mode::lesson: index of the lesson in all_lessons(), or lesson_from_file.
    std::size_t lesson_index = 0;
    RaceSettings race{};
    NetworkSettings network{};
    double replay_time_s = 0.0; ///< in Mode::replay: shown time in s from the replay's start
    LoopChoice loop{};
    sim::MachineSettings machine{}; ///< the machine of the loops that the window shows
    /// The machine that is not shown: this PC if `machine` is that of virtual PCs, otherwise that of races.
    sim::MachineSettings other_machine = default_race_machine();
    bool machine_is_virtual     = false; ///< true: `machine` is that of virtual PCs; swap_machine_for_mode() sets it
    scenes::SceneSettings scene = scenes::scene_defaults(0); ///< the simulated scene with the values of its controls
    sim::Integrator integrator  = sim::Integrator::semi_implicit_euler;
    KeyReading key_reading      = KeyReading::latched;
    TapSettings taps{};
    ViewSettings view{};
    bool paused        = false;
    std::uint64_t seed = 1; ///< seed of all random numbers, such as lag; only read at the start

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// True if the window shows several loops: those of a race, or loops side by side in Mode::live.
inline bool has_several_loops(const Settings& s)
{
    return s.mode == Mode::race || (s.mode == Mode::live && s.race.side_by_side);
}
/// True if the window shows a replay or a lesson from a file, which the settings do not contain.
inline bool shows_file(const Settings& s)
{
    return s.mode == Mode::replay || (s.mode == Mode::lesson && s.lesson_index == lesson_from_file);
}
/// True if the window shows the simple first screen: the chosen loop on this PC, and few controls.
inline bool is_first_screen(const Settings& s)
{
    return !s.view.shows_all_panels && s.mode == Mode::live && !s.race.side_by_side;
}
/// The loop that the first screen shows beside the chosen loop: `interpolated`.
timestep::LoopId first_screen_reference_loop();
/// True if the first screen shows two loops: the chosen loop differs from first_screen_reference_loop().
inline bool shows_reference_loop(const Settings& s)
{
    return is_first_screen(s) && s.loop.preset != first_screen_reference_loop();
}
/// The machine settings of this PC, also while the window shows virtual PCs.
inline const sim::MachineSettings& machine_of_this_pc(const Settings& s)
{
    return s.machine_is_virtual ? s.other_machine : s.machine;
}
/// Swaps `machine` and `other_machine` after a change between Mode::live (this PC) and modes with virtual PCs, so that
/// each keeps its machine. Mode::compare and Mode::replay keep the machine of the mode before.
void swap_machine_for_mode(Settings& settings);
/// Marks `machine` as that of the mode, so that swap_machine_for_mode() keeps it. Must be called after a file or a link
/// has set both mode and machine. `this_pc` becomes the machine of this PC if the mode shows virtual PCs.
void assign_machine_to_mode(Settings& settings, const sim::MachineSettings& this_pc);
/// Resets all settings to their defaults, except `view` and RaceSettings::kept_set_up.
void reset_except_view_and_kept(Settings& settings);
/// The defaults with the loop `variable`, which works well on a fast PC and fails on a slow one.
Settings first_start_settings();
/// If the window shows several loops, adds the loop, or removes it if it is shown; 1 to RaceSettings::max_lanes loops
/// remain. Otherwise replaces the only loop.
void choose_or_toggle_loop(Settings& settings, timestep::LoopId loop);
/// Chooses the scene scenes::all_scenes()[scene] with default values, unless it is already chosen. Keeps the
/// integrator, unless it is the old scene's default: then the new scene's default replaces it.
void choose_scene(Settings& settings, std::size_t scene);
bool runs_loop(const Settings& settings, timestep::LoopId loop);
/// Adds the machine sim::machine_presets()[preset] to the duel, or removes it if it is there; 1 to
/// RaceSettings::max_lanes machines remain.
void toggle_duel_machine(Settings& settings, std::size_t preset);

/// Converts real time to the time of virtual PCs and back: pause, slow motion, fast forward.
struct Tempo
{
    static constexpr double min_speed = 1.0 / 1000.0;
    static constexpr double max_speed = 100.0;

    bool paused  = false;
    double speed = 1.0; ///< seconds of virtual time per real second, from `min_speed` to `max_speed`

    /// The virtual time that passes during `real_elapsed`; zero during a pause.
    Nanos virtual_time(Nanos real_elapsed) const
    {
        return paused ? Nanos::zero()
                      : Nanos{std::llround(clamped_speed() * static_cast<double>(real_elapsed.count()))};
    }
    /// The real time in which the virtual PCs advance by `virtual_elapsed`, ignoring a pause.
    Nanos real_time(Nanos virtual_elapsed) const
    {
        return Nanos{std::llround(static_cast<double>(virtual_elapsed.count()) / clamped_speed())};
    }

private:
    double clamped_speed() const { return std::clamp(speed, min_speed, max_speed); }
};

} // namespace lab
