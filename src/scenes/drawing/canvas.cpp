#include "scenes/drawing/canvas.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace scenes
{

std::string SceneCanvas::ring_words(std::string_view mark, std::string_view body) const
{
    constexpr double usual_hz = 60.0;
    std::string text          = fmt::format("; {}", mark);
    const std::string rate    = std::abs(ring_hz - usual_hz) > 0.005 ? fmt::format(" at {:.4g} Hz", ring_hz) : "";
    if (!has_rings() || (!style.has_legend && (rate.empty() || !view::shows_ring(rings)))) return "";
    if (!style.has_legend) return text + rate;
    if (!view::shows_ring(rings)) return text + ", dashed, and line: exact mathematics";
    text += std::isfinite(different_beyond)
                ? fmt::format(": with steps of {}", base::time_text(timestep::from_seconds(1 / ring_hz)))
                : fmt::format(": where {} should be{}", body, rate.empty() ? "" : fmt::format(" (computed{})", rate));
    return view::shows_exact(rings) ? text + "; dashed: exact mathematics" : text;
}

std::vector<sim::Vec2> SceneCanvas::bodies(const AnyState& state) const
{
    std::vector<sim::Vec2> bodies;
    // `state` is of another scene: for example AnyState{}, which stands for a state that is not stored.
    if (!state.is_like(moment.shown)) return bodies;
    for (const GrabHandle& body : bodies_of(world, state)) bodies.push_back(body.at);
    return bodies;
}

std::size_t SceneCanvas::sighting_count() const
{
    const auto& all   = trace.sightings();
    std::size_t count = all.size();
    while (count > 0 && all[count - 1].frame > static_cast<std::size_t>(moment.sample.frame)) --count;
    return count;
}

std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown)
{
    const SceneView view = view_of(world);
    if (view.handles != nullptr) return view.handles(world.scene(), shown);
    std::vector<GrabHandle> bodies;
    if (view.followed != nullptr)
        for (const sim::Vec2 at : view.followed(world.scene(), shown)) bodies.push_back({at});
    return bodies;
}

bool Trail::is_new_run(const World& world, const Moment& presented) const
{
    return frame_ < 0 || scene_ != &world.type() || world.ticks() < ticks_ || presented.sample.frame < frame_;
}

void Trail::add(const World& world, const sim::Events& began, const Moment& presented)
{
    const telemetry::FrameSample& sample = presented.sample;
    if (is_new_run(world, presented)) sightings_.clear();
    const bool seen = sample.frame == frame_;
    began_          = began;
    newest_         = world.events();
    scene_          = &world.type();
    ticks_          = world.ticks();
    frame_          = sample.frame;

    const auto follow = view_of(world).followed;
    if (seen || follow == nullptr || telemetry::is_paused(sample)) return;
    sightings_.push_back({.frame  = static_cast<std::size_t>(sample.frame),
                          .game   = sample.game,
                          .at     = follow(world.scene(), presented.shown),
                          .jumped = world.type().teleported(presented.shown)});
}

} // namespace scenes

namespace view
{

void Lens::zoom_about(double factor, double at_x, double at_y)
{
    const double old_zoom = zoom;
    zoom                  = std::clamp(zoom * factor, min_zoom, max_zoom);
    shift_x += at_x / zoom - at_x / old_zoom;
    shift_y += at_y / zoom - at_y / old_zoom;
}

void Lens::move(double dx, double dy)
{
    shift_x += dx / zoom;
    shift_y += dy / zoom;
}

} // namespace view

namespace scenes
{

namespace
{
constexpr double far_away     = 1.0e6; // largest absolute value of a pixel coordinate
constexpr float words_above   = 0.19F; // share of the area's height that is left free for the texts above the scene
constexpr float caption_below = 0.09F; // share of the area's height that is left free for the caption below the scene

float pixel(double at) { return static_cast<float>(std::clamp(at, -far_away, far_away)); }
} // namespace

float Camera::x(double metres) const { return pixel(static_cast<double>(origin.x) + metres * pixels_per_m); }
float Camera::y(double metres) const { return pixel(static_cast<double>(origin.y) - metres * pixels_per_m); }

sim::Vec2 Camera::metres(draw::Point pixel) const
{
    return {static_cast<double>(pixel.x - origin.x) / pixels_per_m,
            static_cast<double>(origin.y - pixel.y) / pixels_per_m};
}

Camera zoomed(const view::Lens& lens, const Camera& camera, draw::Rect area)
{
    const auto seen = [&](float at, float middle, double shift)
    { return pixel(middle + (at - middle + shift * static_cast<double>(area.w)) * lens.zoom); };
    return {.origin       = {seen(camera.origin.x, area.x + area.w / 2, lens.shift_x),
                             seen(camera.origin.y, area.y + area.h / 2, lens.shift_y)},
            .pixels_per_m = camera.pixels_per_m * lens.zoom};
}

Camera line_camera(draw::Rect area, double left, double right)
{
    const double scale = static_cast<double>(area.w) / (right - left);
    return {.origin = {area.x - static_cast<float>(left * scale), axis_y(area)}, .pixels_per_m = scale};
}

Camera plane_camera(draw::Rect area, sim::Vec2 low, sim::Vec2 high)
{
    const float top      = area.y + words_above * area.h;
    const float height   = area.h * (1.0F - words_above - caption_below);
    const sim::Vec2 size = high - low;
    const double scale   = std::min(static_cast<double>(0.96F * area.w) / size.x, static_cast<double>(height) / size.y);
    const sim::Vec2 middle = 0.5 * (low + high);
    return {.origin       = {area.x + area.w / 2 - static_cast<float>(middle.x * scale),
                             top + height / 2 + static_cast<float>(middle.y * scale)},
            .pixels_per_m = scale};
}

// Above the middle, so that the plot of past frames has room below; in a wide, low area in the middle.
float axis_y(draw::Rect area) { return area.y + area.h * (area.h > 0.3F * area.w ? 0.36F : 0.5F); }

} // namespace scenes
