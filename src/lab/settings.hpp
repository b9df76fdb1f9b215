// lab/settings.hpp -- everything that can be turned, as plain data; the next frame obeys
#pragma once

#include "machine/pc.hpp"
#include "physics/world.hpp"
#include "timestep/presets.hpp"

namespace lab
{

using timestep::Nanos;

struct LoopSettings
{
    std::size_t preset  = 4;                ///< index into timestep::all_presets
    timestep::Rate rate = timestep::hz(60); ///< steps a second, 5 to 1000
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
