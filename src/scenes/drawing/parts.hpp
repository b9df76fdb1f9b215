// scenes/drawing/parts.hpp -- balls, outlines of reference motions, plots of past frames, failures, and words
#pragma once

#include "scenes/drawing/canvas.hpp"
#include "sim/physics/vec2.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Converts the radius of a ball from metres to pixels: at least 3 points, so that the ball stays visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Draws a ball with soft light, and a glow of the same colour around it.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Radius of a solid ring divided by the radius of its body: both are visible where they meet.
inline constexpr float ring_size = 1.2F;
/// Draws the circle of a reference motion at `at`. `radius` is the radius of the body in pixels.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// Draws a small arrow head outside the ring at `at`, in the direction of `velocity`. Draws nothing if it is 0 or NaN.
void draw_heading(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity);
/// Draws the box of a reference motion.
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// Draws a line from `a` to `b`: a side of the outline of a reference motion.
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

/// A plot of the last seconds of a motion: a dot for each presented frame, and a line for the reference motion.
class TimePage
{
public:
    enum class Way : std::uint8_t
    {
        down, ///< the plot shows the x coordinate; older frames are drawn further down
        left, ///< the plot shows the y coordinate; older frames are drawn further left
    };
    using Place = double (*)(double);

    /// Creates a page from pixel `now` (the present) to pixel `then` (the past). `place` converts the recorded
    /// coordinate to metres in the scene. A page with Way::down that is shorter than 100 points shows only the last 0.5
    /// s, as one row of dots near the pixel `then`.
    TimePage(
        const SceneCanvas& canvas, Way way, float now, float then, Place place = [](double x) { return x; });

    bool is_tape() const { return length_ == 0.0F; }
    /// Converts a time of the game clock to a position on the page: 0 is the present, 1 is the end of the page.
    float age(timestep::Nanos game) const;
    draw::Point at(timestep::Nanos game, double coordinate) const;
    /// Draws the time scale, the dots of the presented frames, and the line SceneCanvas::reference.
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

/// Returns true if an event of the kind `kind`, such as `&sim::Events::tunnelled`, happened in the frame.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the time, in seconds of the game clock, since the last frame in which an event of the kind `kind` happened;
/// infinity if there was none in the last three seconds and since the last reset.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

/// The positions of one body, in pixels.
struct GapPoints
{
    draw::Point shown; ///< position of the body in the picture
    draw::Point right; ///< position in the reference motion at the simulated time that the picture shows
    draw::Point ring;
    float radius = 0; ///< radius of the body in pixels
};

/// Returns true if the body in the picture is farther from its right position than SceneCanvas::wrong_beyond. An
/// extrapolated picture, which is an estimate, is never wrong.
bool is_wrong(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of the picture if it is wrong: a red cross on the body, a red circle at its right position, and a
/// red double line between them. Draws the delay: a grey line from the right position to the ring. Labels the lines,
/// "off by 1.3 m" and "shown 17 ms late", if the area is high enough.
void draw_gap(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of an earlier picture, `age` seconds old, in the same way but paler.
void draw_past_error(const SceneCanvas& canvas, const GapPoints& gap, double age);

/// Returns true if the camera has zoomed out by more than a factor of 1.5 because a motion blew up.
bool is_explosion(const SceneCanvas& canvas);
/// Draws a vertical line with a label at each round number of metres. The lines are at least 90 points apart.
void draw_wide_grid(const SceneCanvas& canvas);
/// Joins the dots of the presented frames on `page` by lines. Writes how many times as wide as the swing before the
/// newest swing is, above the ball at `ball` with the given radius, in pixels.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

/// Writes a sentence at the lower edge of the area: the first of `texts` that ends left of the x coordinate `right`, in
/// pixels. Writes nothing if a film strip is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Writes the position of a body outside of the visible area, with an arrow: "ball at x = 41.7 m ->".
void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

/// Draws the tally from `at` to the right: the sign for a bounce, a filled mark for each bounce of the body, and an
/// outlined mark for each further bounce of the ring that the body has missed; after more than 16 bounces, three dots
/// for all but the newest 16. In a high area, writes the numbers below, "2 of 8 bounces", if they end left of the x
/// coordinate `right`. Draws nothing before the ring's first bounce, if the area is less than 70 points high, or after
/// the body has passed through the wall: the broken wall and the verdict count these passes.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right);

/// Draws two dials with one turn in ten seconds, of the real time and of the game. A wedge shows by how much the game
/// is behind or ahead of the ring. Draws nothing below 0.1 s, or if the area is too small.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
