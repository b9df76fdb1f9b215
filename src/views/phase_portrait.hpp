// views/phase_portrait.hpp -- draws the phase portrait: velocity against position
#pragma once

#include "draw/shapes/theme.hpp"
#include "lab/lane/lane.hpp"
#include "telemetry/frames.hpp"

#include <span>
#include <vector>

namespace views
{

struct PhaseLane
{
    telemetry::Frames frames{}; ///< the loop's frames up to the displayed time
    draw::Colour colour{};
    bool is_selected = false;
};

struct PhaseData
{
    std::span<const PhaseLane> lanes{};
    const scenes::World* world = nullptr; ///< world of the selected lane
};

/// Clears `picture`. Draws the phase portrait. In a wide area, also draws the stability diagram of a spring.
void redraw_phase_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area,
                           const draw::ViewStyle& style);

} // namespace views

namespace views::phase
{

/// A point of the phase portrait; v = velocity / velocity_divisor_of(), in metres. An undamped spring gives a circle.
struct PhaseState
{
    double x = 0.0;
    double v = 0.0;
};

/// Maps positions and velocities to pixels.
class PhaseToPixelMapping
{
public:
    /// Distances in metres.
    PhaseToPixelMapping(draw::Rect area, double exact_motion_max_distance, double max_distance);

    /// The pixel at which the phase portrait shows `state`, clamped to the border of its area.
    draw::Point clamped_pixel_at(PhaseState state) const;
    bool is_logarithmic() const { return is_logarithmic_; }
    std::vector<double> circle_radii_m() const;
    /// Half the width in pixels of the ellipse that shows a circle around {0, 0}.
    float circle_half_width_px(double radius_m) const;
    float circle_half_height_px(double radius_m) const
    {
        return static_cast<float>(scaled_distance(radius_m) * pixels_per_unit_);
    }

private:
    /// On a linear scale, or on an asinh scale if is_logarithmic_.
    double scaled_distance(double distance) const;

    draw::Rect area_;
    double exact_motion_max_distance_;
    double max_distance_;
    bool is_logarithmic_;
    double pixels_per_unit_; ///< pixels per unit of scaled_distance()
    double stretch_; ///< width / height of the circles that mark distances from the centre, 1 to 2
};

/// Empty if the exact motion is unknown.
std::vector<PhaseState> exact_motion_states(const scenes::World& world, double velocity_divisor);

} // namespace views::phase
