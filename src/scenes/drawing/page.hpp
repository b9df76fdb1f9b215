// scenes/drawing/page.hpp -- a page on which time runs away from what moves: a dot for every presented frame, and a
// line for what a perfect PC shows, or for the exact motion. Even spacing is smooth motion.
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

class TimePage
{
public:
    enum class Way : std::uint8_t
    {
        down, ///< the scene's coordinate is x, and older is lower
        left, ///< the scene's coordinate is y, and older is further left
    };
    using Place = double (*)(double);

    /// From the pixel `now` to `then` along the way of time. `place`: what the recorded coordinate is in the scene's
    /// metres. Without room for time to run down, as in a strip, it is a tape at `then` of the last moments.
    TimePage(
        const SceneCanvas& canvas, Way way, float now, float then, Place place = [](double x) { return x; });

    bool is_tape() const { return length_ == 0.0F; }
    /// 0 for now, 1 at the end of the page.
    float age(timestep::Nanos game) const;
    draw::Point at(timestep::Nanos game, double coordinate) const;
    /// How long ago, the line, where it is asked for, and the dots.
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
