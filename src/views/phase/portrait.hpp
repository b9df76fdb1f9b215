// views/phase/portrait.hpp -- how positions and velocities become pixels
#pragma once

#include "views/phase.hpp"

#include <string>
#include <vector>

namespace views::phase
{

/// A state in the plane, both coordinates in units that make a swing a circle.
struct State
{
    double x = 0.0;
    double v = 0.0;
};

/// Linear while all is well; beyond, distances from the middle are squeezed like logarithms, so that a blow-up stays in
/// sight.
class Plane
{
public:
    /// `usual` is how far the true motion swings, `reach` how far the selected lane went.
    Plane(draw::Rect area, double usual, double reach);

    /// What is further away than the reach stays at the rim.
    draw::Point at(State s) const;
    bool squeezed() const { return squeezed_; }
    /// Distances from the middle at which rings help, with the squeezing.
    std::vector<double> rings() const;
    /// Half of the width of a ring, in pixels; wide areas stretch rings to ellipses.
    float radius(double distance) const;
    float height(double distance) const { return static_cast<float>(squeeze(distance) * pixels_); }

private:
    double squeeze(double distance) const;

    draw::Rect area_;
    double usual_;
    double reach_;
    bool squeezed_;
    double pixels_;  ///< of height, per squeezed unit
    double stretch_; ///< of the width
};

/// The true motion from the scene's start; empty where nobody knows it.
std::vector<State> true_motion(const scenes::World& world, double velocity_unit);

void draw_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);
void draw_stability(draw::Picture& picture, const PhaseData& data, draw::Rect area, const PhaseStyle& style);

} // namespace views::phase
