// lab/settings/settings.hpp -- everything that can be turned, as plain data; the next frame obeys
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

/// A preset, and what was turned since it was chosen.
struct LoopSettings
{
    std::size_t preset  = 4;                                               ///< index into timestep::all_presets
    timestep::Loop axes = timestep::all_presets[4].make(timestep::hz(60)); ///< its configuration; never runs itself

    timestep::Rate rate() const { return axes.rate(); }
    /// Fresh from the table. The step rate stays, unless it was the old preset's own: then it becomes the new one's.
    void choose(std::size_t index)
    {
        const bool own                 = rate() == timestep::all_presets[preset].default_rate;
        const timestep::Preset& chosen = timestep::all_presets[index];
        axes                           = chosen.make(own ? chosen.default_rate : rate());
        preset                         = index;
    }
};

/// What the dock below the stage shows.
enum class Dock : std::uint8_t
{
    timeline,
    plots,
    phase,
    code,
    scoreboard,
    lessons,
};

/// The plots of the dock, in the order in which they are shown; a set of them is a mask of bits in this order.
struct PlotName
{
    std::string_view name;
};
inline constexpr std::array plot_names{PlotName{"frame-time"}, PlotName{"steps"},          PlotName{"drift"},
                                       PlotName{"energy"},     PlotName{"position-error"}, PlotName{"animation-error"},
                                       PlotName{"picture-age"}};
inline constexpr std::uint32_t every_plot = (1U << plot_names.size()) - 1;
/// Frame times and what they bought, and how far the game is from the clock; the others by choice.
inline constexpr std::uint32_t first_plots = 0b111;

/// The stretch of the lanes' clock that timeline and plots show.
struct TimeView
{
    Nanos length{1'000'000'000};
    std::optional<Nanos> to{};     ///< its end; nothing while it follows the newest frame
    std::optional<Nanos> frozen{}; ///< the standstill that was in sight when it was drawn last
};

/// What the window shows besides the scene.
struct ViewSettings
{
    Dock dock         = Dock::plots;
    bool panels       = true;
    bool more         = true; ///< every panel; otherwise the first screen: five loops and one slider
    bool help         = false;
    view::Rings rings = view::Rings::perfect;
    bool trail        = true; ///< one dot per presented frame
    bool light        = false;
    bool states       = false; ///< where the newest state and the one before it are
    bool velocity     = false; ///< an arrow as long as the way of a thirtieth of a second
    double font_scale = 100;   ///< %, of everything but the stage's own picture: 75 to 200
    bool panel_keys   = false; ///< arrows, Space and Enter work the panels
    bool sound        = false; ///< a tick a frame and a click a step
    view::Lens lens{};
    TimeView time{};
    std::uint32_t plots = first_plots; ///< which are shown
    bool all_scores     = false;       ///< every metric on the scoreboard, instead of the first few
};

/// What is on the stage.
enum class Mode : std::uint8_t
{
    live,    ///< one lane on this PC, whose lag is real
    race,    ///< several loops, each on its own copy of one virtual PC
    duel,    ///< one loop on several virtual PCs
    lesson,  ///< a lesson's own lanes
    network, ///< several PCs that play one game over a network
    replay,  ///< a replay runs
};

struct RaceSettings
{
    static constexpr std::size_t most_lanes = 6;

    double speed = 1.0;                            ///< lanes' seconds per second of whoever watches, 1/1000 to 100
    std::vector<std::size_t> loops{0, 1, 2, 3, 4}; ///< of a race: places in timestep::all_presets
    std::vector<std::size_t> machines{0, 1, 2, 4}; ///< of a duel: places in sim::all_presets
    std::size_t selected = 0;                      ///< the lane that the plots and figures are of
    bool side_by_side    = false;                  ///< live: the loops of the race, all fed with this PC's frame times
};

/// What is played over a network.
enum class NetworkGame : std::uint8_t
{
    pendulum, ///< Chaos, pushed by keys: the smallest difference becomes a large one
    ball,     ///< the spring and ball, grabbed by hands
    runner,   ///< the player, who runs and jumps
};

struct NetworkSettings
{
    scenes::NetworkKind kind = scenes::NetworkKind::lockstep;
    std::size_t pcs          = 2; ///< scenes::fewest_pcs to scenes::most_pcs
    scenes::NetworkLink link{};
    int input_delay   = 6; ///< ticks, in lockstep and with free PCs none
    int guessed_delay = 1; ///< ticks, with rollback
    NetworkGame game  = NetworkGame::pendulum;
};

struct Settings
{
    Mode mode          = Mode::live;
    std::size_t lesson = 0; ///< in that mode: its place in all_lessons()
    RaceSettings race{};
    NetworkSettings network{};
    double replay_at = 0.0; ///< s, in the replay that is on the stage
    LoopSettings loop{};
    sim::MachineSettings machine{};
    scenes::AnyScene scene{}; ///< with its knobs
    sim::Integrator integrator = sim::Integrator::semi_implicit_euler;
    KeyReading keys            = KeyReading::latched;
    ViewSettings view{};
    bool paused        = false;
    std::uint64_t seed = 1; ///< of the jitter; read at the start
};

/// Several loops side by side: a race, on virtual PCs or on this one.
inline bool has_several_loops(const Settings& s)
{
    return s.mode == Mode::race || (s.mode == Mode::live && s.race.side_by_side);
}
/// The first screen: the chosen loop, live, and few controls.
inline bool is_first_screen(const Settings& s) { return !s.view.more && s.mode == Mode::live && !s.race.side_by_side; }
/// The loop that the first screen holds the chosen one against: its place in timestep::all_presets.
inline std::size_t right_loop()
{
    return static_cast<std::size_t>(timestep::find_preset("interpolated") - timestep::all_presets.data());
}
/// The first screen has two lanes, unless the chosen loop is the right one.
inline bool is_split(const Settings& s) { return is_first_screen(s) && s.loop.preset != right_loop(); }
/// Loop, machine and scene back to the defaults; theme, panels and dock are a matter of taste, and stay.
void forget(Settings& settings);
/// The loop at that place of timestep::all_presets: alone it runs from now on; among several it joins, or leaves if it
/// is there, as long as there are 1 to RaceSettings::most_lanes.
void choose_loop(Settings& settings, std::size_t preset);
/// The scene at that place of scenes::all_scenes(), with its default knobs; what runs already stays as it is. The
/// integrator stays too, unless it was the old scene's own: then it becomes the new one's.
void choose_scene(Settings& settings, std::size_t scene);
/// Whether it runs in a lane.
bool runs_loop(const Settings& settings, std::size_t preset);
/// The machine at that place of sim::all_presets joins the duel, or leaves it, likewise.
void choose_machine(Settings& settings, std::size_t preset);

} // namespace lab
