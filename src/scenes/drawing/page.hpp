// scenes/drawing/page.hpp -- a plot of the last seconds of a motion: a dot for each presented frame, and a line for a
// reference motion (a perfect PC without lag, or the exact motion). Evenly spaced dots are smooth motion.
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

class TimePage
{
public:
    enum class Way : std::uint8_t
    {
        down, ///< the scene's coordinate is x; older frames are lower
        left, ///< the scene's coordinate is y; older frames are further left
    };
    using Place = double (*)(double);

    /// The page extends from pixel `now` to pixel `then` in the direction of `way`. `place` converts the recorded
    /// coordinate to the scene's metres. If a page with Way::down is shorter than 100 points, the last 0.5 s are drawn
    /// as one row of dots (a tape) near `then`.
    TimePage(
        const SceneCanvas& canvas, Way way, float now, float then, Place place = [](double x) { return x; });

    bool is_tape() const { return length_ == 0.0F; }
    /// Returns the age of a time of the game clock: 0 is now, 1 is the end of the page.
    float age(timestep::Nanos game) const;
    draw::Point at(timestep::Nanos game, double coordinate) const;
    /// Draws the time scale, the line of the reference motion if it is shown, and the dots.
    void draw() const;

private:
    void draw_time_scale() const;
    void draw_line() const;
    void draw_presented_dots() const;

    const SceneCanvas& canvas_;
    Way way_;
    float from_;
    float length_;
    Place place_;
    timestep::Nanos now_{};
};

} // namespace scenes
