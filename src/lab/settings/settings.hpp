// lab/settings/settings.hpp -- all settings that the user can change, as plain data. Changes take effect in the next
// frame
#pragma once

#include "lab/settings/keyboard.hpp"
#include "scenes/drawing/lens.hpp"
#include "scenes/drawing/rings.hpp"
#include "scenes/net/set_up.hpp"
#include "scenes/world.hpp"
#include "sim/machine/settings.hpp"
#include "timestep/presets.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lab
{

using timestep::Nanos;

/// The chosen preset, and the loop's configuration with the user's changes since the preset was chosen.
struct LoopSettings
{
    std::size_t preset  = 4;                                               ///< index into timestep::all_presets
    timestep::Loop axes = timestep::all_presets[4].make(timestep::hz(60)); ///< configuration; lanes run copies of it

    timestep::Rate rate() const { return axes.rate(); }
    /// Replaces the loop by the preset at `index`. Keeps the step rate, unless it is the default rate of the old
    /// preset: then the new preset's default rate is set.
    void choose(std::size_t index)
    {
        const bool own                 = rate() == timestep::all_presets[preset].default_rate;
        const timestep::Preset& chosen = timestep::all_presets[index];
        axes                           = chosen.make(own ? chosen.default_rate : rate());
        preset                         = index;
    }
};

/// The pages of the dock, which is the panel below the stage.
enum class Dock : std::uint8_t
{
    timeline,
    plots,
    phase,
    code,
    scoreboard,
    lessons,
};

/// The plots of the dock, in the order in which they are shown. A set of plots is a bit mask: bit i is plot_names[i].
struct PlotName
{
    std::string_view name;
};
inline constexpr std::array plot_names{PlotName{"frame-time"}, PlotName{"steps"},          PlotName{"drift"},
                                       PlotName{"energy"},     PlotName{"position-error"}, PlotName{"animation-error"},
                                       PlotName{"picture-age"}};
inline constexpr std::uint32_t every_plot = (1U << plot_names.size()) - 1;
/// The plots that are shown by default: frame-time, steps and drift.
inline constexpr std::uint32_t first_plots = 0b111;

/// The interval of the lanes' clock that timeline and plots show.
struct TimeView
{
    Nanos length{1'000'000'000};
    std::optional<Nanos> to{};     ///< end of the interval; empty while the interval follows the newest frame
    std::optional<Nanos> frozen{}; ///< time at which the stage was stopped (Lab::frozen()) in the last drawn frame
};

/// Settings of the window's view: panels, marks, sound and camera.
struct ViewSettings
{
    Dock dock         = Dock::plots;
    bool panels       = true;
    bool more         = true; ///< true: all panels; false: the first screen with five loops and one slider
    bool help         = false;
    view::Rings rings = view::Rings::perfect;
    bool trail        = true; ///< draw one dot for each presented frame
    bool light        = false;
    bool states       = false; ///< mark the newest state and the state before it
    bool velocity     = false; ///< draw an arrow as long as the distance that the body moves in 1/30 s
    double font_scale = 100;   ///< size of text and controls in percent, 75 to 200; not of the stage's picture
    bool panel_keys   = false; ///< arrows, Space and Enter control the panels
    bool sound        = false; ///< play a tick for each frame and a click for each step
    view::Lens lens{};
    TimeView time{};
    std::uint32_t plots = first_plots; ///< shown plots, one bit each as in plot_names
    bool all_scores     = false;       ///< show all metrics on the scoreboard instead of the most important eight
};

/// The kind of content on the stage.
enum class Mode : std::uint8_t
{
    live,    ///< one lane on this PC with real lag; several lanes if RaceSettings::side_by_side is set
    race,    ///< several loops, each on a separate copy of one virtual PC
    duel,    ///< one loop on several virtual PCs
    lesson,  ///< a lesson with its lanes
    network, ///< several PCs that play one game over a network
    replay,  ///< a replay, run from its file
};

struct RaceSettings
{
    static constexpr std::size_t most_lanes = 6;

    double speed = 1.0;                            ///< seconds of lane time per second of real time, 1/1000 to 100
    std::vector<std::size_t> loops{0, 1, 2, 3, 4}; ///< loops of a race: indices into timestep::all_presets
    std::vector<std::size_t> machines{0, 1, 2, 4}; ///< machines of a duel: indices into sim::all_presets()
    std::size_t selected = 0;                      ///< index of the lane whose data the plots and figures show
    bool side_by_side    = false; ///< in Mode::live: run all loops of the race with this PC's frame times
};

/// The scenes that several PCs can play over a network.
enum class NetworkGame : std::uint8_t
{
    pendulum, ///< the scene Chaos; keys push the pendulum, and a tiny difference grows large
    ball,     ///< the scene SpringAndBall; the users grab the ball
    runner,   ///< the scene Player, a figure that runs and jumps
};

struct NetworkSettings
{
    scenes::NetworkKind kind = scenes::NetworkKind::lockstep;
    std::size_t pcs          = 2; ///< number of PCs, scenes::fewest_pcs to scenes::most_pcs
    scenes::NetworkLink link{};
    int input_delay   = 6; ///< input delay in ticks for all kinds but rollback; 0 is used for NetworkKind::free
    int guessed_delay = 1; ///< input delay in ticks for NetworkKind::rollback
    NetworkGame game  = NetworkGame::pendulum;
};

struct Settings
{
    Mode mode          = Mode::live;
    std::size_t lesson = 0; ///< index of the lesson in all_lessons(), used in Mode::lesson
    RaceSettings race{};
    NetworkSettings network{};
    double replay_at = 0.0; ///< shown moment of the replay on the stage, in seconds from the replay's start
    LoopSettings loop{};
    sim::MachineSettings machine{};
    scenes::AnyScene scene{}; ///< the scene with the values of its controls
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
    KeyReading keys            = KeyReading::latched;
    ViewSettings view{};
    bool paused        = false;
    std::uint64_t seed = 1; ///< seed of the random jitter; only read at the start
};

/// True if the stage shows several loops at once: a race on virtual PCs, or loops side by side on this PC.
inline bool has_several_loops(const Settings& s)
{
    return s.mode == Mode::race || (s.mode == Mode::live && s.race.side_by_side);
}
/// True if the window shows the first screen: the chosen loop on this PC with few controls.
inline bool is_first_screen(const Settings& s) { return !s.view.more && s.mode == Mode::live && !s.race.side_by_side; }
/// Returns the loop that the first screen compares with the chosen loop: `interpolated`, as an index into
/// timestep::all_presets.
inline std::size_t right_loop()
{
    return static_cast<std::size_t>(timestep::find_preset("interpolated") - timestep::all_presets.data());
}
/// True if the first screen has two lanes: the chosen loop and right_loop(). If both are the same, it has one lane.
inline bool is_split(const Settings& s) { return is_first_screen(s) && s.loop.preset != right_loop(); }
/// Resets all settings to the defaults, except `view` (theme, panels, dock).
void forget(Settings& settings);
/// Chooses the loop timestep::all_presets[preset]. If several loops run, it adds the loop, or removes it if it runs
/// already; the number of loops stays from 1 to RaceSettings::most_lanes.
void choose_loop(Settings& settings, std::size_t preset);
/// Chooses the scene scenes::all_scenes()[scene] with default values of its controls. Does nothing if the scene is
/// already chosen. Keeps the integrator, unless it is the old scene's default: then the new scene's default is set.
void choose_scene(Settings& settings, std::size_t scene);
/// True if the loop timestep::all_presets[preset] runs in a lane.
bool runs_loop(const Settings& settings, std::size_t preset);
/// Adds the machine sim::all_presets()[preset] to the duel, or removes it if it takes part already; the number of
/// machines stays from 1 to RaceSettings::most_lanes.
void choose_machine(Settings& settings, std::size_t preset);

} // namespace lab
