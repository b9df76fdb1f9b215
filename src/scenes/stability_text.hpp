// scenes/stability_text.hpp -- which steps a scene with springs withstands: by analysis, and by trying
#pragma once

#include "scenes/world.hpp"

#include <bitset>
#include <cstddef>
#include <optional>
#include <string>

namespace scenes
{

/// Vibrations that grow more slowly than by a factor of e in ten minutes are not called an explosion.
inline constexpr double min_explosion_rate_per_s = 1.0 / 600.0;

/// Text such as "springs alone: stable up to 70.1 ms". Requires a scene with springs.
std::string stability_text(const World& world);
/// Text such as ", doubles every 27 s" for steps of `step_s` seconds; empty if they are stable.
std::string growth_text(const World& world, double step_s);

/// Tries steps of 1 to 100 ms for 60 s each, in a scene with springs and a wall. A step holds if the energy never
/// exceeds twice its value at the start.
class SafeStepSearch
{
public:
    /// Continues for at most `force_evaluations` evaluations of the scene's forces. Starts again if the scene, its
    /// settings or the integrator of `world` have changed. Does nothing for a scene without springs or wall.
    void advance(const World& world, int force_evaluations);
    /// Text such as "with the wall: tried 1 to 100 ms; 67 of 199 steps fail, the shortest of 48.5 ms"; empty until all
    /// steps are tried, and for other worlds. Between two tried steps, another one may fail.
    std::string text(const World& world) const;

private:
    static constexpr std::size_t step_count = 199;
    static double step_s(std::size_t i) { return 1e-3 + 0.5e-3 * static_cast<double>(i); }

    std::optional<World> start_{}; // at time 0
    std::optional<World> trial_{}; // with the step `trial_index_`
    std::size_t trial_index_ = 0;
    std::bitset<step_count> holds_{};
};

} // namespace scenes
