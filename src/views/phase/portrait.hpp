// views/phase/portrait.hpp -- the map from positions and velocities to pixels
#pragma once

#include "views/phase.hpp"

#include <string>
#include <vector>

namespace views::phase
{

/// A state in the plane. Both coordinates have the same unit, so that a swing is a circle.
struct State
{
    double x = 0.0;
    double v = 0.0;
};

/// Maps states to pixels: linearly for usual motions. Larger distances from the middle are compressed logarithmically,
/// so that a blow-up stays visible.
class Plane
{
public:
    /// `usual` is the largest distance of the exact motion from the middle, `reach` the largest distance of the
    /// selected lane.
    Plane(draw::Rect area, double usual, double reach);

    /// Returns the pixel of a state. A state farther away than `reach` is drawn at the rim.
    draw::Point at(State s) const;
    bool squeezed() const { return squeezed_; }
    /// Returns the distances from the middle at which rings are drawn.
    std::vector<double> rings() const;
    /// Returns half of the width of a ring, in pixels. In a wide area, rings are ellipses.
    float radius(double distance) const;
    float height(double distance) const { return static_cast<float>(squeeze(distance) * pixels_); }

private:
    double squeeze(double distance) const;

    draw::Rect area_;
    double usual_;
    double reach_;
    bool squeezed_;
    double pixels_;  ///< pixels of height per compressed unit
    double stretch_; ///< width of a ring over its height
};

/// Returns the exact motion from the scene's start; empty if it is not known.
std::vector<State> true_motion(const scenes::World& world, double velocity_unit);

void draw_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);
void draw_stability(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);

} // namespace views::phase
