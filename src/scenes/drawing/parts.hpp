// scenes/drawing/parts.hpp -- the parts that all scenes draw with: balls and the outlines of reference motions, the
// plot of past frames, failures, and words
#pragma once

#include "scenes/drawing/canvas.hpp"
#include "sim/physics/vec2.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Converts the radius of a ball from metres to pixels. The result is at least 3 points, so that the ball stays
/// visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// Draws a ball with soft light, and a glow of the same colour around it.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Radius of a ring divided by the radius of the body that it belongs to. The ring shows where the body would be on a
/// PC that is never late.
inline constexpr float ring_size = 1.2F;
/// Draws a ring at `at`, the position of the body on a PC that is never late (solid ring) or in the exact motion
/// (dashed ring). `radius` is the radius of the body in pixels. A solid ring is larger than the body, so that both are
/// visible where they meet.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, Edge edge);
/// Draws a small arrow head outside the ring at `at`, in the direction of `velocity`, the velocity in m/s of the body
/// on a PC that is never late. Draws nothing if it is zero or not a number.
void draw_heading(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity);
/// Draws the outline of a box where the body would be on a PC that is never late (solid lines) or in the exact motion
/// (dashed lines).
void draw_frame(const draw::Pen& pen, draw::Rect box, float rounding, Edge edge);
/// Draws a line from `a` to `b`: one side of the outline that shows where the body would be on a PC that is never late
/// (solid line) or in the exact motion (dashed line).
void draw_edge(const draw::Pen& pen, draw::Point a, draw::Point b, Edge edge);

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

/// Returns true if an event of the kind `kind`, such as `&sim::Events::tunnelled`, happened in the frame.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Returns the time, in seconds of the game clock, since the last frame in which an event of the kind `kind` happened.
/// Looks only at the last three seconds and not before the last reset; returns infinity if there was no such event.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

/// The positions of one body, in pixels.
struct GapPoints
{
    draw::Point shown; ///< position of the body in the picture
    /// Right position of the body for the simulated time that the picture shows: its position at this time if the same
    /// scene is simulated in even steps, without delays.
    draw::Point right;
    draw::Point ring; ///< position of the ring: the body on a PC that is never late
    float radius = 0; ///< radius of the body in pixels
};

/// Returns true if the picture shows the body at a wrong place: farther from its right position than
/// SceneCanvas::wrong_beyond. An extrapolated picture, which is an estimate, is never wrong.
bool is_wrong(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of the picture if it is wrong: a red cross on the body, a red circle of the body's size at its right
/// position, and a red double line between them. Draws the delay: a grey single line from the right position, or from
/// the body of a right picture, to the ring. Labels the lines, "off by 1.3 m" and "shown 17 ms late", if the area is
/// high enough.
void draw_gap(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of an earlier picture, `age` seconds old, in the same way but paler: for a loop that is wrong, but
/// whose newest picture happens to show the body at its right place.
void draw_past_error(const SceneCanvas& canvas, const GapPoints& gap, double age);

/// Returns true if the camera has zoomed out by more than a factor of 1.5 because a motion blew up.
bool is_explosion(const SceneCanvas& canvas);
/// Draws a vertical line with a label at each round number of metres. The lines are at least 90 points apart.
void draw_wide_grid(const SceneCanvas& canvas);
/// Joins the dots of the presented frames on `page`, the plot of past frames, by lines. Writes how many times
/// as wide as the swing before the newest swing is, "each swing 2.3 times as wide", above the ball with the centre
/// `ball` and the given radius, in pixels.
void draw_explosion(const SceneCanvas& canvas, const TimePage& page, draw::Point ball, float radius);

/// Writes a sentence that explains the scene at the lower edge of the area: the first of `texts` that ends left of the
/// x coordinate `right`, in pixels. Writes nothing if a film strip (a row of past pictures) is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
/// Writes a sentence that explains the scene at the lower edge of the area: the first of `texts` that fits into the
/// area. Writes nothing if a film strip (a row of past pictures) is drawn there.
void caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Writes the position of a body that is outside of the visible area, with an arrow: "ball at x = 41.7 m ->". Draws
/// nothing if the body is inside the area.
void point_at_lost(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

/// Draws the sign for a bounce, a ball that touches a wall, and a row of marks from `at` to the right: a filled mark
/// for each bounce of the body, an outlined mark crossed by a red line for each pass of the body through the wall, and
/// an outlined mark for each further bounce of the ring that the body has missed. So a still picture shows that the
/// motion is slow, even if body and ring are at the same place by chance. After more than 16 bounces, three dots stand
/// for all but the newest 16. In a high area, writes the numbers below, "2 of 8 bounces" or "4 hits, 3 passed through",
/// if they end left of the x coordinate `right`; in an area less than 100 points high, the marks are smaller. Draws
/// nothing before the ring's first bounce, or if the area is less than 70 points high.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right);

/// Draws two dials with one turn in ten seconds. A wedge on the dial of the game shows by how much the game is behind
/// or ahead of the ring (a PC that is never late). Draws nothing if the difference is below 0.1 s, or if the area is
/// too small.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
