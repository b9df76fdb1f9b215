#include "views/phase/portrait.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace views::phase
{

namespace
{
// If the selected loop's motion goes farther from the middle of the phase portrait than this many times the largest
// distance in the scene's exact motion (`usual`), the distances are compressed logarithmically; else drawn to scale.
constexpr double linear_up_to = 2.5;
// Distance from the middle of the phase portrait to its border, divided by the largest distance in the motion of the
// selected loop.
constexpr double margin = 1.12;
// Largest ratio of width to height of the rings in the phase portrait. A ring marks one distance from the middle; in a
// wide area it is stretched to an ellipse.
constexpr double widest = 2.0;
// Limit for the selected loop's largest distance from the middle of the phase portrait, as a multiple of the largest
// distance in the scene's exact motion; a larger distance is cut to this value.
constexpr double furthest = 1e12;
} // namespace

Plane::Plane(draw::Rect area, double usual, double reach)
    : area_{area}
    , usual_{std::max(usual, 1e-9)}
    , reach_{std::clamp(reach, usual_, usual_ * furthest)}
    , squeezed_{reach_ > linear_up_to * usual_}
    , pixels_{static_cast<double>(std::min(area.w, area.h)) / 2 / (squeeze(reach_) * margin)}
    , stretch_{std::clamp(static_cast<double>(area.w / area.h), 1.0, widest)}
{
}

double Plane::squeeze(double distance) const
{
    return squeezed_ ? usual_ * std::asinh(2.0 * distance / usual_) / 2.0 : distance;
}

float Plane::radius(double distance) const { return static_cast<float>(squeeze(distance) * pixels_ * stretch_); }

draw::Point Plane::at(State s) const
{
    const double distance = std::hypot(s.x, s.v);
    const double rim      = squeeze(reach_) * margin;
    const double factor   = distance > 0.0 ? std::min(squeeze(distance), rim) * pixels_ / distance : 0.0;
    return {area_.x + area_.w / 2 + static_cast<float>(s.x * factor * stretch_),
            area_.y + area_.h / 2 - static_cast<float>(s.v * factor)};
}

std::vector<double> Plane::rings() const
{
    std::vector<double> found;
    const double first = std::pow(10.0, std::floor(std::log10(usual_) + 1e-9));
    if (!squeezed_)
    {
        const double step = usual_ / first > 2.5 ? first : usual_ / first > 1.2 ? first * 0.5 : first * 0.25;
        for (double r = step * 2; r <= reach_ * margin; r += step * 2) found.push_back(r);
        return found;
    }
    const double decades = std::log10(reach_ / first);
    const double factor  = std::pow(10.0, std::max(std::ceil(decades / 5.0), 1.0));
    for (double r = first; r <= reach_ * margin; r *= factor) found.push_back(r);
    return found;
}

std::vector<State> true_motion(const scenes::World& of, double velocity_unit)
{
    if (of.type().start_exact == nullptr) return {};
    scenes::World world = of;
    world.reset();
    const auto spring    = world.stiffness();
    const double round   = spring ? 2.0 * std::numbers::pi / spring->w : 3.0;
    const bool damped    = spring && spring->z > 1e-3;
    const double seconds = damped ? std::clamp(3.0 / (spring->z * spring->w), round, 12.0 * round) : round;
    const int points     = damped ? 480 : 160;
    scenes::AnyState out = {};
    std::vector<State> motion;
    for (int i = 0; i <= points; ++i)
    {
        if (!world.exact(seconds * i / points, out)) return {};
        const scenes::Probe probe = world.probe(out);
        motion.push_back({probe.x, probe.v / velocity_unit});
    }
    return motion;
}

} // namespace views::phase
