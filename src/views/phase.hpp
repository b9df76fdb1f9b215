// views/phase.hpp -- the phase portrait: position against velocity, and the range of steps with which the integrator is
// stable. An undamped swing is a closed curve, damping spirals inward, a blow-up spirals outward.
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <span>

namespace views
{

/// The trail of one lane in the portrait.
struct PhaseLane
{
    telemetry::Frames frames{}; ///< frames up to the shown moment
    draw::Colour colour{};
    bool selected = false;
};

struct PhaseData
{
    std::span<const PhaseLane> lanes{};
    const scenes::World* world = nullptr; ///< world of the selected lane, with its scene, spring and integrator
};

struct PhaseStyle
{
    const draw::Theme& theme;
    float scale = 1.0F; ///< pixels per point
};

/// Clears `picture` and draws the trails of all lanes, the exact motion from the scene's start if it is known, and for
/// a scene with a spring the region of stable steps.
void draw_phase(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);

/// Returns the step in seconds of the newest frame that took a step; 0 if none of the last 600 frames did.
double newest_step(const telemetry::Frames& frames);

} // namespace views
