// scenes/drawing/scene_drawing.hpp -- draws bodies, position errors, plots and labels
#pragma once

#include "scenes/drawing/canvas.hpp"
#include "sim/physics/vectors.hpp"

#include <initializer_list>
#include <optional>
#include <string>

namespace scenes
{

/// In pixels. A very small ball is enlarged so that it stays visible.
float drawn_ball_radius_pixels(const SceneCanvas& canvas, double radius_metres);
void draw_ball(const draw::DrawContext& context, draw::Point centre, float radius, draw::Colour colour);
/// Radius of the ring that shows where a body should be / radius of the body. Above 1, so that no body hides its ring.
inline constexpr float ring_radius_ratio = 1.2F;
void draw_reference_ring(const draw::DrawContext& context, draw::Point centre, float body_radius, LineStyle line_style);
void draw_dashed_circle(const draw::DrawContext& context, draw::Point centre, float radius, draw::Colour ink);
void draw_reference_box(const draw::DrawContext& context, draw::Rect box, float solid_corner_radius,
                        LineStyle line_style);
void draw_reference_line(const draw::DrawContext& context, draw::Point begin, draw::Point end, LineStyle line_style);

/// Plot of the recent motion: a dot for each displayed frame, and a line where the body should have been.
struct MotionPlot
{
    enum class Direction : std::uint8_t
    {
        down, ///< shows the x coordinate; older frames are further down
        left, ///< shows the y coordinate; older frames are further left
    };
    /// In points.
    static constexpr float min_full_length = 100.0F;

    const SceneCanvas& canvas;
    Direction direction;
    // The time axis runs from `now_pixel` to `oldest_pixel`.
    float now_pixel;
    float oldest_pixel;
    double (*coordinate_to_metres)(double) = [](double x) { return x; }; ///< converts the plotted coordinate

    bool is_dot_row() const
    {
        return direction == Direction::down && oldest_pixel - now_pixel < canvas.to_pixels(min_full_length);
    }
    /// Age of the frame at `game_time`, as a fraction of the plot: 0 for the newest frame, 1 at the old end.
    float relative_age(timestep::Nanos game_time) const;
    draw::Point point_at(timestep::Nanos game_time, double coordinate) const;
    /// Draws nothing if the trail is hidden.
    void draw_plot() const;

private:
    // Pixel coordinate on the time axis. `age` is 0 for the newest frame and 1 at the old end of the plot.
    float axis_pixel(float age) const
    {
        return is_dot_row() ? oldest_pixel - canvas.to_pixels(9) : now_pixel + age * (oldest_pixel - now_pixel);
    }
    void draw_time_scale() const;
    void draw_reference_curve() const;
    void draw_presented_dots() const;
};

struct TrailPath
{
    std::size_t point_index = 0; ///< index of the point in scenes::TrackedPoints
    double duration_seconds = 1.6; ///< length of the path, in seconds of the game clock
    float line_width = 0; ///< width of the line in pixels; 0 draws no line
    float dot_radius = 0; ///< radius in pixels of the dot for each frame; 0 draws no dots
    std::optional<draw::Colour> colour{}; ///< colour of the path; by default that of the loop
};

/// If trails are shown, draws the path of a tracked point. Older parts are paler and are drawn below newer parts.
void draw_trail(const SceneCanvas& canvas, const TrailPath& path);

/// True if an event of this kind happened in the frame. `kind` is a member such as `&sim::EventCounts::tunnelled`.
bool has_event(const telemetry::FrameSample& sample, int sim::EventCounts::*kind);
/// Seconds of the game clock since the newest event of `kind`; infinity if over 3 s ago or before the last reset.
float seconds_since_recent_event(const SceneCanvas& canvas, int sim::EventCounts::*kind);

/// Where one body is drawn in one frame, and where it should be, in pixels.
struct BodyPositions
{
    draw::Point shown; ///< displayed position of the body
    draw::Point correct; ///< position in the reference motion at the simulated time that the frame shows
    draw::Point reference_at_frame_start; ///< position in the reference motion at the start of the frame
    float radius = 0; ///< radius of the body in pixels
};

/// True if the body's position error exceeds wrong_error_limit. Always false if the frame shows an extrapolated state.
bool has_wrong_position(const SceneCanvas& canvas, const BodyPositions& body);

/// Marks a wrong position in red and a late frame in grey.
void draw_deviation(const SceneCanvas& canvas, const BodyPositions& body);

/// Draws the marks of an earlier position error, with a label such as ", 0.3 s ago".
void draw_past_error(const SceneCanvas& canvas, const BodyPositions& body, double seconds_ago);

/// True if the camera shows more than 1.5 times the usual width, because the body has left the usual view.
bool is_automatically_zoomed_out(const SceneCanvas& canvas);
/// Draws vertical lines at round numbers of metres, with labels. The lines are at least 90 points apart.
void draw_metre_grid(const SceneCanvas& canvas);
/// Draws the trail, and a label such as "each swing 3.7 times as wide".
void draw_swing_growth(const SceneCanvas& canvas, const MotionPlot& plot, draw::Point ball_centre, float radius);

/// Draws the longest caption that fits. Draws none in a low area, or above a motion strip.
void draw_fitting_caption(const SceneCanvas& canvas, std::initializer_list<std::string> captions_longest_first,
                          std::optional<float> max_text_x = std::nullopt);
/// If the body is outside the area, draws an arrow towards it and writes its position, such as "ball at x = 41.7 m".
void draw_off_screen_arrow(const SceneCanvas& canvas, const char* body_name, sim::Vec2 position);

/// A line marks how far the game is behind or ahead of real time, from this time on.
inline constexpr timestep::Nanos min_marked_delay{50'000'000};
/// Compares the bounces of the loop and the reference. Draws nothing if they are not comparable, after a tunnelling.
void draw_bounce_tally(const SceneCanvas& canvas, draw::Point top_left);

void draw_stopwatches(const SceneCanvas& canvas);
/// True if the frame is late or early and the area has space for stopwatches.
bool shows_stopwatches(const SceneCanvas& canvas);

} // namespace scenes
