// views/phase.hpp -- draws the phase portrait, position against velocity, and the diagram of the steps with which the
// integrator is stable. In the portrait an undamped swing is a closed curve, a damped one spirals inward, and a motion
// that blows up spirals outward.
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

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

namespace views::phase
{

/// A position and a velocity. The velocity is divided by the spring's angular frequency in rad/s, so that both have the
/// unit of the position, and a swing is a circle. Without a spring, it is divided by the largest velocity / the largest
/// position.
struct PhaseState
{
    double x = 0.0;
    double v = 0.0;
};

/// Converts positions and velocities to pixels of the phase portrait. Small motions are drawn to scale. If a motion is
/// much larger than the exact one, its distances from the middle are compressed logarithmically, so that a simulation
/// that blows up stays visible.
class Plane
{
public:
    /// Largest distances from the middle: `exact_reach` of the exact motion, `reach` of the selected loop's motion.
    Plane(draw::Rect area, double exact_reach, double reach);

    /// A point on the border of the portrait if the state is outside of the shown range.
    draw::Point at(PhaseState state) const;
    bool is_compressed() const { return is_compressed_; }
    /// Distances from the middle of the portrait.
    std::vector<double> rings() const;
    /// Half of the width in pixels of the ring at `distance`. In a wide area, a ring is an ellipse.
    float radius(double distance) const;
    float height(double distance) const { return static_cast<float>(compressed(distance) * pixels_per_unit_); }

private:
    double compressed(double distance) const;

    draw::Rect area_;
    double exact_reach_;
    double reach_;
    bool is_compressed_;
    /// Pixels per unit of distance from the middle, vertically. Large distances are first compressed logarithmically.
    double pixels_per_unit_;
    double stretch_; ///< ratio of width to height of the rings that mark distances from the middle, 1 to 2
};

/// States from the scene's start; empty if the exact motion is not known.
std::vector<PhaseState> exact_motion_states(const scenes::World& world, double velocity_unit);

} // namespace views::phase
