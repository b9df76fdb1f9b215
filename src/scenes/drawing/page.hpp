// scenes/drawing/page.hpp -- draws the page: a plot of the last seconds of a motion over time. It has a dot for each
// presented frame, and a line for the same motion on a PC that is never late (the ring) or in steps of 1/4800 s. Evenly
// spaced dots are smooth motion.
#pragma once

#include "scenes/drawing/scene_canvas.hpp"

namespace scenes
{

class TimePage
{
public:
    enum class Way : std::uint8_t
    {
        down, ///< the plot shows the x coordinate; older frames are drawn further down
        left, ///< the plot shows the y coordinate; older frames are drawn further left
    };
    using Place = double (*)(double);

    /// Creates a page (a plot of past frames) from pixel `now` (the present) to pixel `then` (the past) in the
    /// direction `way`. `place` converts the recorded coordinate to metres in the scene. A page with Way::down that is
    /// shorter than 100 points shows only the last 0.5 s, as one row of dots near the pixel `then`.
    TimePage(
        const SceneCanvas& canvas, Way way, float now, float then, Place place = [](double x) { return x; });

    bool is_tape() const { return length_ == 0.0F; }
    /// Converts a time of the game clock to a position on the page (plot of past frames): 0 is the present, 1 is the
    /// end of the page.
    float age(timestep::Nanos game) const;
    draw::Point at(timestep::Nanos game, double coordinate) const;
    /// Draws the page (a plot of past frames): the time scale, the dots of the presented frames, and the line
    /// SceneCanvas::reference (the same motion on a PC that is never late, or in very small steps) if the user has
    /// switched it on.
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

struct TrailPath
{
    std::size_t which = 0;    ///< number, 0 or 1, of the point whose path is drawn (scenes::Followed)
    double seconds    = 1.6;  ///< length of the path, in seconds of the game clock
    float line        = 1.4F; ///< width of the line in pixels; 0 draws no line
    float dot         = 3.0F; ///< radius in pixels of the dot for each frame; 0 draws no dots
    draw::Colour colour{};
};

/// Draws the path of a point. Older parts are paler; newer parts are drawn over older parts.
void draw_path(const SceneCanvas& canvas, const TrailPath& path);

} // namespace scenes
