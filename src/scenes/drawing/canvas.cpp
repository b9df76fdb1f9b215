#include "scenes/drawing/canvas.hpp"

#include "base/number.hpp"

#include <fmt/core.h>

#include <cmath>

namespace scenes
{

std::string SceneCanvas::ring_words(std::string_view mark, std::string_view body) const
{
    constexpr double usual_hz = 60.0;
    std::string text          = fmt::format("; {}", mark);
    const std::string rate    = std::abs(ring_hz - usual_hz) > 0.005 ? fmt::format(" at {:.4g} Hz", ring_hz) : "";
    if (!has_rings() || (!style.has_legend && (rate.empty() || !view::has_perfect(rings)))) return "";
    if (!style.has_legend) return text + rate;
    if (!view::has_perfect(rings)) return text + ", dashed, and line: exact mathematics";
    text += std::isfinite(different_beyond)
                ? fmt::format(": with steps of {}", base::time_text(timestep::from_seconds(1 / ring_hz)))
                : fmt::format(": where {} should be{}", body, rate.empty() ? "" : fmt::format(" (computed{})", rate));
    return view::has_mathematics(rings) ? text + "; dashed: exact mathematics" : text;
}

std::vector<sim::Vec2> SceneCanvas::bodies(const AnyState& state) const
{
    std::vector<sim::Vec2> bodies;
    // `state` is of another scene: for example AnyState{}, which stands for a state that is not stored.
    if (!state.is_like(moment.shown)) return bodies;
    for (const GrabHandle& body : bodies_of(world, state)) bodies.push_back(body.at);
    return bodies;
}

std::size_t SceneCanvas::sighted() const
{
    const auto& all   = trace.sightings();
    std::size_t count = all.size();
    while (count > 0 && all[count - 1].frame > static_cast<std::size_t>(moment.sample.frame)) --count;
    return count;
}

std::vector<GrabHandle> bodies_of(const World& world, const AnyState& shown)
{
    const SceneView view = view_of(world);
    if (view.handles != nullptr) return view.handles(world, shown);
    std::vector<GrabHandle> bodies;
    if (view.followed != nullptr)
        for (const sim::Vec2 at : view.followed(world, shown)) bodies.push_back({at});
    return bodies;
}

bool Trail::begins_anew(const World& world, const Moment& presented) const
{
    return frame_ < 0 || scene_ != &world.type() || world.ticks() < ticks_ || presented.sample.frame < frame_;
}

void Trail::add(const World& world, const sim::Events& began, const Moment& presented)
{
    const telemetry::FrameSample& sample = presented.sample;
    if (begins_anew(world, presented)) sightings_.clear();
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
                          .at     = follow(world, presented.shown),
                          .jumped = world.type().teleported(presented.shown)});
}

} // namespace scenes
