// views/phase.hpp -- position against velocity: a swing goes round, damping spirals in, a blow-up spirals out; and
// beside it the steps at which the integrator in use stands the spring
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <span>

namespace views
{

/// A lane's trail.
struct PhaseLane
{
    telemetry::Frames frames{}; ///< up to the moment that is shown
    draw::Colour colour{};
    bool selected = false;
};

struct PhaseData
{
    std::span<const PhaseLane> lanes{};
    const scenes::World* world = nullptr; ///< of the selected lane: its scene, spring and integrator
};

struct PhaseStyle
{
    const draw::Theme& theme;
    float scale = 1.0F; ///< pixels to the point
};

/// Draws the trails of all lanes, the true motion from the scene's start where it is known, and for a scene with a
/// spring the region of stable steps. `picture` is cleared.
void draw_phase(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);

/// The step of the newest frame that took one, in seconds; 0 where none did.
double newest_step(const telemetry::Frames& frames);

} // namespace views
