#include "scenes/drawing/scene_canvas.hpp"

#include "scenes/drawing/scene_view.hpp"

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
    text += fmt::format(": where {} should be{}", body, rate.empty() ? "" : fmt::format(" (computed{})", rate));
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

} // namespace scenes
