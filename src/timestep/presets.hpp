// timestep/presets.hpp -- the well-known loops by name: the five of the literature in the order in which they are
// taught, the other ones of the articles, then those that engines ship
#pragma once

#include "timestep/loop.hpp"
#include "timestep/presets/accumulator.hpp"
#include "timestep/presets/bevy.hpp"
#include "timestep/presets/box2d.hpp"
#include "timestep/presets/bullet.hpp"
#include "timestep/presets/bullet_10.hpp"
#include "timestep/presets/canonical.hpp"
#include "timestep/presets/canonical_snooze.hpp"
#include "timestep/presets/cute.hpp"
#include "timestep/presets/dewitters.hpp"
#include "timestep/presets/doom.hpp"
#include "timestep/presets/extrapolated.hpp"
#include "timestep/presets/fixed.hpp"
#include "timestep/presets/fixed_blow_threshold.hpp"
#include "timestep/presets/fixed_busy_wait.hpp"
#include "timestep/presets/fixed_drifting.hpp"
#include "timestep/presets/fixed_sleep.hpp"
#include "timestep/presets/fna.hpp"
#include "timestep/presets/glaiel.hpp"
#include "timestep/presets/godot.hpp"
#include "timestep/presets/godot_smoothed.hpp"
#include "timestep/presets/interpolated.hpp"
#include "timestep/presets/jolt.hpp"
#include "timestep/presets/mainloop_js.hpp"
#include "timestep/presets/monogame.hpp"
#include "timestep/presets/phaser.hpp"
#include "timestep/presets/plain.hpp"
#include "timestep/presets/quake.hpp"
#include "timestep/presets/quake3.hpp"
#include "timestep/presets/rapier.hpp"
#include "timestep/presets/refresh_snapped.hpp"
#include "timestep/presets/render_tick.hpp"
#include "timestep/presets/semi_fixed.hpp"
#include "timestep/presets/semi_fixed_max_steps.hpp"
#include "timestep/presets/source.hpp"
#include "timestep/presets/step_ahead.hpp"
#include "timestep/presets/steptimer.hpp"
#include "timestep/presets/unity.hpp"
#include "timestep/presets/unreal.hpp"
#include "timestep/presets/variable.hpp"
#include "timestep/presets/variable_clamped.hpp"
#include "timestep/presets/variable_filtered.hpp"

namespace timestep
{

enum class Group : std::uint8_t
{
    literature, ///< the five that everybody knows, in teaching order
    articles,   ///< their variations, from other articles, in teaching order
    engines,    ///< shipped by engines, with the engine's constants
};

struct Preset
{
    std::string_view name;  ///< kebab-case, as on the command line
    std::string_view title; ///< as in a menu
    Group group = Group::literature;
    std::string_view source;           ///< who, where, year
    std::string_view price;            ///< what one pays, in half a sentence
    std::string_view ships;            ///< who ships it
    std::string_view differs{};        ///< where it deliberately differs from the original; empty when it does not
    Rate default_rate       = hz(60);  ///< the source's own
    bool has_rate           = true;    ///< false when the step has nothing to do with a rate
    Loop (*make)(Rate rate) = nullptr; ///< at that rate; loops without one ignore it
};

inline constexpr std::array all_presets{
    Preset{.name   = "fixed",
           .title  = "Fixed delta time",
           .source = "Fiedler 2004",
           .price  = "speed follows the frame rate",
           .ships  = "Console games that own their display; emulators.",
           .make   = [](Rate r) { return any(presets::fixed(r)); }},
    Preset{.name     = "variable",
           .title    = "Variable delta time",
           .source   = "Fiedler 2004",
           .price    = "long frames are long steps",
           .ships    = "Most engines, for everything that is not physics.",
           .has_rate = false,
           .make     = [](Rate r) { return any(presets::variable(r)); }},
    Preset{.name   = "semi-fixed",
           .title  = "Semi-fixed timestep",
           .source = "Fiedler 2004",
           .price  = "never the same run twice",
           .ships  = "Small engines; the inner loop of many others.",
           .make   = [](Rate r) { return any(presets::semi_fixed(r)); }},
    Preset{.name   = "accumulator",
           .title  = "Accumulator",
           .source = "Fiedler 2004",
           .price  = "stutters against the display",
           .ships  = "Dedicated servers, and every loop below at heart.",
           .make   = [](Rate r) { return any(presets::accumulator(r)); }},
    Preset{.name   = "interpolated",
           .title  = "Interpolated",
           .source = "Fiedler 2004",
           .price  = "the picture is one step old",
           .ships  = "Most games with their own engine.",
           .make   = [](Rate r) { return any(presets::interpolated(r)); }},
    Preset{.name   = "plain",
           .title  = "Plain loop",
           .group  = Group::articles,
           .source = "game-loop primers",
           .price  = "the machine sets the speed",
           .ships  = "Home computers and arcade boards, whose speed was known.",
           .make   = [](Rate r) { return any(presets::plain(r)); }},
    Preset{.name   = "fixed-busy-wait",
           .title  = "Fixed, busy-wait",
           .group  = Group::articles,
           .source = "Treatment to cure a broken time step",
           .price  = "burns a core",
           .ships  = "Old PC games.",
           .make   = [](Rate r) { return any(presets::fixed_busy_wait(r)); }},
    Preset{.name    = "fixed-sleep",
           .title   = "Fixed, sleep and yield",
           .group   = Group::articles,
           .source  = "Treatment to cure a broken time step",
           .price   = "spins for the last 6 ms of every frame",
           .ships   = "Old PC games.",
           .differs = "The original counts whole milliseconds, so that its 16 ms are 62.5 Hz; here the rate is exact. "
                      "It shows from the second frame on, which is due after 16.67 ms.",
           .make    = [](Rate r) { return any(presets::fixed_sleep(r)); }},
    Preset{.name   = "fixed-drifting",
           .title  = "Fixed, drifting",
           .group  = Group::articles,
           .source = "Treatment to cure a broken time step",
           .price  = "every lateness is for good",
           .ships  = "Nobody on purpose; many by accident: `next = now + h`.",
           .make   = [](Rate r) { return any(presets::fixed_drifting(r)); }},
    Preset{.name    = "fixed-blow-threshold",
           .title   = "Fixed, blow threshold",
           .group   = Group::articles,
           .source  = "Treatment to cure a broken time step",
           .price   = "a long frame is forgotten",
           .ships   = "Old PC games.",
           .differs = "The original adds the elapsed time and the interval, so that the next frame is due two "
                      "intervals on: a stall, unless its guard against a clock that wrapped steps in. Here the next "
                      "frame is due one interval on. It shows in the frame after one that was late by more than 32 ms.",
           .make    = [](Rate r) { return any(presets::fixed_blow_threshold(r)); }},
    Preset{.name     = "variable-clamped",
           .title    = "Variable, clamped",
           .group    = Group::articles,
           .source   = "Quake 1996; PixiJS",
           .price    = "slow motion beyond the clamp",
           .ships    = "Quake 1 (1 ms to 100 ms), PixiJS (100 ms).",
           .has_rate = false,
           .make     = [](Rate r) { return any(presets::variable_clamped(r)); }},
    Preset{.name     = "variable-filtered",
           .title    = "Variable, filtered",
           .group    = Group::articles,
           .source   = "Phaser 3; sokol",
           .price    = "the clock lags, stutter is hidden",
           .ships    = "Phaser 3 (mean of 10 frames), sokol (exponential average).",
           .differs  = "Phaser fills its window with 1/60 s at the start and replaces a long frame by the one ten "
                       "frames before; here the mean is of the frames seen so far, and a long frame is replaced by the "
                       "newest that was not. It shows in frames 1 to 9.",
           .has_rate = false,
           .make     = [](Rate r) { return any(presets::variable_filtered(r)); }},
    Preset{.name   = "semi-fixed-max-steps",
           .title  = "Semi-fixed, max steps",
           .group  = Group::articles,
           .source = "Fiedler 2004; Quake III",
           .price  = "slow motion under load",
           .ships  = "Quake III (player movement, cut into steps of 66 ms).",
           .make   = [](Rate r) { return any(presets::semi_fixed_max_steps(r)); }},
    Preset{.name   = "extrapolated",
           .title  = "Extrapolated",
           .group  = Group::articles,
           .source = "Watte",
           .price  = "draws the ball inside the wall",
           .ships  = "Racing games and shooters, for what other players do.",
           .differs =
               "The original compares and clears what is carried as well; here only the frame is replaced, so that the "
               "phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.",
           .default_rate = hz(100),
           .make         = [](Rate r) { return any(presets::extrapolated(r)); }},
    Preset{.name    = "canonical",
           .title   = "Canonical game loop",
           .group   = Group::articles,
           .source  = "Watte",
           .price   = "the picture is one step old",
           .ships   = "Games of the 2000s that followed the article.",
           .differs = "The original compares and clears what is carried as well; here only the frame is replaced, so "
                      "that the phase is kept. It shows in the frame of the restart: one step either way, but what is "
                      "carried stays. As printed its blend is (cur - oldstatetime) / h, which is in [1, 2) and so "
                      "extrapolates; here it is (cur - newstatetime) / h.",
           .default_rate = hz(100),
           .make         = [](Rate r) { return any(presets::canonical(r)); }},
    Preset{.name   = "canonical-snooze",
           .title  = "Canonical, step and snooze",
           .group  = Group::articles,
           .source = "Watte",
           .price  = "frame rate is step rate",
           .ships  = "Tools, board games, games on battery.",
           .differs =
               "The original compares and clears what is carried as well; here only the frame is replaced, so that the "
               "phase is kept. It shows in the frame of the restart: one step either way, but what is carried stays.",
           .default_rate = hz(100),
           .make         = [](Rate r) { return any(presets::canonical_snooze(r)); }},
    Preset{.name   = "render-tick",
           .title  = "Render tick",
           .group  = Group::articles,
           .source = "Tomsu 2024",
           .price  = "the state is copied and stepped once more per frame",
           .ships  = "Engines whose state is plain data that can be copied.",
           .make   = [](Rate r) { return any(presets::render_tick(r)); }},
    Preset{.name   = "step-ahead",
           .title  = "Step ahead",
           .group  = Group::articles,
           .source = "bevy_rapier; deWiTTERS 2007",
           .price  = "input shows a step later",
           .ships  = "rapier, in its interpolated mode.",
           .make   = [](Rate r) { return any(presets::step_ahead(r)); }},
    Preset{.name    = "godot",
           .title   = "Godot 4",
           .group   = Group::engines,
           .source  = "Godot 4, main_timer_sync.cpp",
           .price   = "the clock is bent by up to half a step",
           .ships   = "Godot 3.1 and later.",
           .differs = "A clock that runs backwards is let in by the engine (#35563); here it buys nothing. It shows in "
                      "the first negative frame.",
           .make    = [](Rate r) { return any(presets::godot(r)); }},
    Preset{.name   = "godot-smoothed",
           .title  = "Godot 4, smoothed deltas",
           .group  = Group::engines,
           .source = "Godot 4, main_timer_sync.cpp",
           .price  = "drifts by 0.67 us a frame",
           .ships  = "Godot 4, with VSYNC and delta smoothing on (the default).",
           .differs =
               "A clock that runs backwards is let in by the engine (#35563); here it buys nothing. The engine smooths "
               "only while VSYNC is on; here always: it shows from frame 180 on, when the guess is complete.",
           .make = [](Rate r) { return any(presets::godot_smoothed(r)); }},
    Preset{.name         = "bevy",
           .title        = "Bevy",
           .group        = Group::engines,
           .source       = "Bevy, bevy_time",
           .price        = "a 60 Hz display sees 64 Hz steps",
           .ships        = "Bevy.",
           .differs      = "Bevy's virtual clock, with its pause and speed, is GameClock here; the cap comes after the "
                           "speed in both. At speed 1 no frame differs.",
           .default_rate = hz(64),
           .make         = [](Rate r) { return any(presets::bevy(r)); }},
    Preset{.name    = "monogame",
           .title   = "MonoGame",
           .group   = Group::engines,
           .source  = "MonoGame, Game.cs",
           .price   = "no alpha: pictures are never blended",
           .ships   = "MonoGame, and XNA before it.",
           .differs = "The engine waits within a frame until a step is due; here the pacer does, and a frame that came "
                      "too early has no step. It shows in any frame shorter than what is missing to a step. Ticks are "
                      "those of a 10 MHz counter.",
           .make    = [](Rate r) { return any(presets::monogame(r)); }},
    Preset{.name    = "fna",
           .title   = "FNA",
           .group   = Group::engines,
           .source  = "FNA, Game.cs",
           .price   = "no alpha: pictures are never blended",
           .ships   = "FNA.",
           .differs = "As monogame.",
           .make    = [](Rate r) { return any(presets::fna(r)); }},
    Preset{.name    = "unity",
           .title   = "Unity",
           .group   = Group::engines,
           .source  = "Unity, Time settings",
           .price   = "50 Hz steps on a 60 Hz display",
           .ships   = "Unity.",
           .differs = "Unity keeps seconds in floating point; here they are exact: it shows in frames that end within "
                      "their rounding of a step. From an empty accumulator a capped frame buys 16 steps; with more "
                      "than 6.67 ms carried it is 17.",
           .default_rate = hz(50),
           .make         = [](Rate r) { return any(presets::unity(r)); }},
    Preset{.name   = "unreal",
           .title  = "Unreal Engine, substepping",
           .group  = Group::engines,
           .source = "Unreal Engine, PhysicsSettings",
           .price  = "never the same run twice",
           .ships  = "Unreal Engine, with substepping on.",
           .differs =
               "The engine divides in float32; here the quotient is a double. It shows in the eighth digit of dt from "
               "the first frame on, and in the count only of a frame that is within a nanosecond of whole steps.",
           .make = [](Rate r) { return any(presets::unreal(r)); }},
    Preset{.name    = "glaiel",
           .title   = "FrameTimingControl",
           .group   = Group::engines,
           .source  = "Glaiel 2019",
           .price   = "four frames of lag, and a clock that drifts",
           .ships   = "The End Is Nigh, and games that took the code.",
           .differs = "The original asks SDL for the refresh rate, which is a whole number; here the period is taken "
                      "as told, and 60 Hz when it is not known. It shows from the first frame on a display of 59.94 Hz "
                      "that is told as such.",
           .make    = [](Rate r) { return any(presets::glaiel(r)); }},
    Preset{.name    = "cute",
           .title   = "cute_framework",
           .group   = Group::engines,
           .source  = "cute_framework, cute_time.cpp",
           .price   = "one update too many every 70 minutes",
           .ships   = "cute_framework.",
           .differs = "The engine's interpolant is a float32; here it is a double: they differ by less than 1e-7 from "
                      "the first frame on, the steps never. Its counter is taken for one of 10 MHz.",
           .make    = [](Rate r) { return any(presets::cute(r)); }},
    Preset{.name    = "steptimer",
           .title   = "DirectX StepTimer",
           .group   = Group::engines,
           .source  = "DirectX Tool Kit, StepTimer.h",
           .price   = "59.94 Hz is taken for 60 Hz",
           .ships   = "The DirectX templates and samples.",
           .differs = "Its variable mode is the preset variable; in its fixed mode no frame differs.",
           .make    = [](Rate r) { return any(presets::steptimer(r)); }},
    Preset{.name    = "bullet",
           .title   = "Bullet, default",
           .group   = Group::engines,
           .source  = "Bullet 3, stepSimulation",
           .price   = "70 % of the speed on a rounded 60 Hz clock",
           .ships   = "Whoever calls stepSimulation(dt).",
           .differs = "The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is "
                      "Bullet's, that is the straight line from the previous to the current state, so the presentation "
                      "is called interpolate. The steps differ in no frame.",
           .make    = [](Rate r) { return any(presets::bullet(r)); }},
    Preset{.name    = "bullet-10",
           .title   = "Bullet, max 10",
           .group   = Group::engines,
           .source  = "Bullet 3, stepSimulation",
           .price   = "stutters without its motion states",
           .ships   = "Bullet, as its manual asks.",
           .differs = "The graphics pose is current + velocity * (A - h); for a semi-implicit Euler step, which is "
                      "Bullet's, that is the straight line from the previous to the current state, so the presentation "
                      "is called interpolate. The steps differ in no frame.",
           .make    = [](Rate r) { return any(presets::bullet_10(r)); }},
    Preset{.name    = "jolt",
           .title   = "Jolt samples",
           .group   = Group::engines,
           .source  = "Jolt Physics, Application.cpp",
           .price   = "slow motion below the step rate",
           .ships   = "The samples of Jolt Physics.",
           .differs = "The samples keep seconds in float32; here they are exact. It shows in frames that end within a "
                      "few nanoseconds of a step.",
           .make    = [](Rate r) { return any(presets::jolt(r)); }},
    Preset{.name    = "rapier",
           .title   = "Rapier, interpolated",
           .group   = Group::engines,
           .source  = "bevy_rapier, TimestepMode::Interpolated",
           .price   = "input shows a step later",
           .ships   = "bevy_rapier.",
           .differs = "The plugin keeps seconds in float32; here they are exact. It shows in frames that end within a "
                      "few nanoseconds of a step.",
           .make    = [](Rate r) { return any(presets::rapier(r)); }},
    Preset{.name    = "phaser",
           .title   = "Phaser 3, arcade physics",
           .group   = Group::engines,
           .source  = "Phaser 3, arcade/World.js",
           .price   = "stutters, and no cap",
           .ships   = "Phaser 3.",
           .differs = "Phaser hands it the delta of its ten-frame mean; set the filter to moving-average for that. It "
                      "shows from the first frame on that is not 1/60 s long.",
           .make    = [](Rate r) { return any(presets::phaser(r)); }},
    Preset{.name    = "mainloop-js",
           .title   = "MainLoop.js",
           .group   = Group::engines,
           .source  = "MainLoop.js 2015",
           .price   = "runs fast until it has caught up",
           .ships   = "Browser games.",
           .differs = "The library calls panic() and leaves the debt to the game; here it is kept. It shows in the "
                      "frame after one of 240 steps, if the game would have forgiven it.",
           .make    = [](Rate r) { return any(presets::mainloop_js(r)); }},
    Preset{.name    = "box2d",
           .title   = "Box2D samples",
           .group   = Group::engines,
           .source  = "Box2D, samples/",
           .price   = "speed follows the frame rate",
           .ships   = "The samples of Box2D.",
           .differs = "The 4 substeps of a step are the solver's own business. No frame differs.",
           .make    = [](Rate r) { return any(presets::box2d(r)); }},
    Preset{.name    = "doom",
           .title   = "Doom",
           .group   = Group::engines,
           .source  = "Doom 1993, d_net.c",
           .price   = "35 pictures a second",
           .ships   = "Doom and its many ports.",
           .differs = "The original gives up waiting for a tic after 20 of them, and draws; that is left out. It shows "
                      "in network games only.",
           .default_rate = hz(35),
           .make         = [](Rate r) { return any(presets::doom(r)); }},
    Preset{.name    = "quake",
           .title   = "Quake",
           .group   = Group::engines,
           .source  = "Quake 1996, host.c",
           .price   = "jumps differ with the frame rate",
           .ships   = "Quake 1.",
           .differs = "The original keeps seconds in doubles; here they are exact. It shows in frames that end within "
                      "1e-15 s of the gate.",
           .default_rate = hz(72),
           .make         = [](Rate r) { return any(presets::quake(r)); }},
    Preset{.name    = "quake3",
           .title   = "Quake III server",
           .group   = Group::engines,
           .source  = "Quake III 1999, sv_main.c",
           .price   = "20 states a second; clients interpolate",
           .ships   = "Quake III and its kin.",
           .differs = "The 5 s that a frame counts for at most are those of a dedicated server; in a local game they "
                      "are 200 ms. It shows in frames longer than that.",
           .default_rate = hz(20),
           .make         = [](Rate r) { return any(presets::quake3(r)); }},
    Preset{.name         = "source",
           .title        = "Source engine",
           .group        = Group::engines,
           .source       = "Valve Developer Community, tickrate",
           .price        = "66.7 Hz steps on a 60 Hz display",
           .ships        = "Half-Life 2 and its kin.",
           .differs      = "The engine's own limits on a frame's time are not part of it. It shows in long frames.",
           .default_rate = every(15ms),
           .make         = [](Rate r) { return any(presets::source(r)); }},
    Preset{.name    = "dewitters",
           .title   = "deWiTTERS",
           .group   = Group::engines,
           .source  = "deWiTTERS 2007",
           .price   = "runs fast until it has caught up",
           .ships   = "Games of the 2000s that followed the article.",
           .differs = "GetTickCount, and with it its 10 to 16 ms, is replaced by nanoseconds. The article interpolates "
                      "by current + velocity * alpha; here it is between the last two states. The steps differ where "
                      "GetTickCount was late.",
           .default_rate = hz(25),
           .make         = [](Rate r) { return any(presets::dewitters(r)); }},
    Preset{.name   = "refresh-snapped",
           .title  = "Refresh-snapped",
           .group  = Group::engines,
           .source = "sokol_time.h",
           .price  = "59.94 Hz is taken for 60 Hz",
           .ships  = "Emulators and small games on sokol.",
           .differs =
               "sokol_app averages in its own way; here it is the mean of 8 frames, begun anew at a frame that is off "
               "by more than 1 ms. It shows in frames whose average is near the edge of a period's tolerance.",
           .make = [](Rate r) { return any(presets::refresh_snapped(r)); }},
};

/// The preset of that name, or null.
constexpr const Preset* find_preset(std::string_view name)
{
    for (const Preset& p : all_presets)
        if (p.name == name) return &p;
    return nullptr;
}

} // namespace timestep
