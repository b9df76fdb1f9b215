// scenes/drawing/parts.hpp -- balls, outlines of reference motions, plots of past frames, failures, and words
#pragma once

#include "scenes/drawing/canvas.hpp"
#include "sim/physics/vectors.hpp"

#include <initializer_list>
#include <string>

namespace scenes
{

/// Pixels; at least 3 points, so that the ball stays visible.
float ball_radius(const SceneCanvas& canvas, double metres);
/// The ball has soft light and a glow.
void draw_ball(const draw::Pen& pen, draw::Point at, float radius, draw::Colour colour);
/// Radius of a solid ring divided by the radius of its body: both are visible where they meet.
inline constexpr float ring_radius_ratio = 1.2F;
/// `radius` is that of the body in pixels.
void draw_ring(const draw::Pen& pen, draw::Point at, float radius, LineStyle line_style);
/// Draws an arrow head outside the ring at `at`; nothing if `velocity` is 0 or NaN.
void draw_direction_arrow(const draw::Pen& pen, draw::Point at, float radius, sim::Vec2 velocity);
void draw_reference_box(const draw::Pen& pen, draw::Rect box, float rounding, LineStyle line_style);
/// A side of the outline of a reference motion.
void draw_reference_line(const draw::Pen& pen, draw::Point a, draw::Point b, LineStyle line_style);

/// A plot of the last seconds of a motion: a dot for each presented frame, and a line for the reference motion.
class MotionPlot
{
public:
    enum class Direction : std::uint8_t
    {
        down, ///< the plot shows the x coordinate; older frames are drawn further down
        left, ///< the plot shows the y coordinate; older frames are drawn further left
    };
    using ToMetres = double (*)(double);

    /// Shows the time from pixel `now_pixel` to pixel `oldest_pixel`. `to_metres` converts the recorded coordinate to
    /// metres. A plot with Direction::down of less than 100 points shows only the last 0.5 s, as one row of dots near
    /// `oldest_pixel`.
    MotionPlot(
        const SceneCanvas& canvas, Direction direction, float now_pixel, float oldest_pixel,
        ToMetres to_metres = [](double x) { return x; });

    bool is_dot_row() const { return length_pixels_ == 0.0F; }
    /// 0 is the present, 1 the oldest end of the plot.
    float age(timestep::Nanos game) const;
    draw::Point at(timestep::Nanos game, double coordinate) const;
    void draw() const;

private:
    void draw_time_scale() const;
    void draw_line() const;
    void draw_presented_dots() const;

    const SceneCanvas& canvas_;
    Direction direction_;
    float now_pixel_;
    float length_pixels_;
    ToMetres to_metres_;
    timestep::Nanos newest_time_{};
};

struct TrailPath
{
    std::size_t which = 0;    ///< number, 0 or 1, of the point whose path is drawn (scenes::FollowedPoints)
    double seconds    = 1.6;  ///< length of the path, in seconds of the game clock
    float line        = 1.4F; ///< width of the line in pixels; 0 draws no line
    float dot         = 3.0F; ///< radius in pixels of the dot for each frame; 0 draws no dots
    draw::Colour colour{};
};

/// Older parts are paler; newer parts are drawn over older parts.
void draw_path(const SceneCanvas& canvas, const TrailPath& path);

/// `kind` is a member such as `&sim::Events::tunnelled`.
bool happened(const telemetry::FrameSample& sample, int sim::Events::*kind);
/// Seconds of the game clock; infinity if the event is over 3 s old or before the last reset.
float seconds_since(const SceneCanvas& canvas, int sim::Events::*kind);

/// Positions of one body, in pixels.
struct GapPoints
{
    draw::Point shown;   ///< position of the body in the picture
    draw::Point correct; ///< position in the reference motion at the simulated time that the picture shows
    draw::Point ring;
    float radius = 0; ///< radius of the body in pixels
};

/// True if the body is too far from its correct position. An extrapolated picture, an estimate, is never wrong.
bool is_wrong(const SceneCanvas& canvas, const GapPoints& gap);

/// A wrong picture gets a red cross on the body and a red double line to its correct position, a late one a grey line
/// to the ring. High areas have labels, "off by 1.3 m" and "shown 17 ms late".
void draw_gap(const SceneCanvas& canvas, const GapPoints& gap);

/// Draws the error of an earlier picture, `age` seconds old, but paler.
void draw_past_error(const SceneCanvas& canvas, const GapPoints& gap, double age);

/// True if the camera has zoomed out by more than 1.5 because a motion blew up.
bool is_zoomed_out(const SceneCanvas& canvas);
/// Vertical lines with labels at round numbers of metres, at least 90 points apart.
void draw_zoomed_out_grid(const SceneCanvas& canvas);
/// Joins the dots of `plot` by lines, and writes how much wider the newest swing is above the ball at `ball`.
void draw_explosion(const SceneCanvas& canvas, const MotionPlot& plot, draw::Point ball, float radius);

/// Writes the first text that ends left of `right` (pixels) at the lower edge; nothing below a film strip.
void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts, float right);
void write_caption(const SceneCanvas& canvas, std::initializer_list<std::string> texts);
/// Writes the position, such as "ball at x = 41.7 m", with an arrow.
void draw_off_screen_arrow(const SceneCanvas& canvas, const char* what, sim::Vec2 at);

/// Draws a mark for each of the newest 16 bounces: filled for those of the body, outlined for those of the ring that
/// the body has missed. A high area has the numbers, "2 of 8 bounces", if they end left of `right` (pixels). Draws
/// nothing before the ring's first bounce, in an area of less than 70 points, or after a pass through the wall.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point at, float right);

/// Real time and game time, one turn in ten seconds, with a wedge for their difference. Draws nothing below 0.1 s.
void draw_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
