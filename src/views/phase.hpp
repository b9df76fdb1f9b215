// views/phase.hpp -- draws the phase portrait, position against velocity, and the diagram of the steps with which the
// integrator is stable. In the portrait an undamped swing is a closed curve, a damped one spirals inward, and a motion
// that blows up spirals outward.
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <span>

namespace views
{

struct PhaseLane
{
    telemetry::Frames frames{}; ///< the loop's frames up to the time that is shown
    draw::Colour colour{};
    bool selected = false;
};

struct PhaseData
{
    std::span<const PhaseLane> lanes{};
    const scenes::World* world = nullptr; ///< world of the selected lane, with its scene, spring and integrator
};

/// Draws the trails, the exact motion if it is known, and the diagram of stable steps if the scene has a spring.
void draw_phase(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::Style& style);

/// Seconds; 0 if none of the last 600 frames took a step.
double newest_step(const telemetry::Frames& frames);

} // namespace views
