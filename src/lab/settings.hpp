// lab/settings.hpp -- everything that can be turned, as plain data; the next frame obeys
#pragma once

#include "machine/settings.hpp"
#include "physics/world.hpp"
#include "timestep/presets.hpp"

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

/// What the window shows besides the scene.
struct ViewSettings
{
    bool panels = true;
    bool help   = false;
    bool ghost  = true; ///< the exact motion, on the wall clock
    bool trail  = true; ///< one dot per presented frame
    bool light  = false;
};

struct Settings
{
    LoopSettings loop{};
    machine::Settings machine{};
    physics::AnyScene scene{}; ///< with its knobs
    physics::Integrator integrator = physics::Integrator::semi_implicit_euler;
    ViewSettings view{};
    bool paused        = false;
    std::uint64_t seed = 1; ///< of the jitter; read at the start
};

} // namespace lab
