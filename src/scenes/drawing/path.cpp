#include "scenes/drawing/path.hpp"

namespace scenes
{

namespace
{
// Largest number of points that are drawn for one path. If a path has more, only every n-th frame is drawn.
constexpr std::size_t most_points = 600;
} // namespace

void draw_path(const SceneCanvas& canvas, const TrailPath& path)
{
    const auto& sightings  = canvas.trace.sightings();
    const std::size_t size = canvas.sighted();
    if (!canvas.has_trail || size == 0) return;
    const auto age = [&](std::size_t i)
    { return static_cast<float>(timestep::to_seconds(sightings[size - 1].game - sightings[i].game) / path.seconds); };
    const auto at     = [&](std::size_t i) { return canvas.at(sightings[i].at.at(path.which)); };
    std::size_t first = size;
    while (first > 0 && age(first - 1) <= 1.0F) --first;
    const std::size_t every = 1 + (size - first) / most_points;
    std::size_t last        = first;
    for (std::size_t i = first; i < size; ++i)
    {
        if (sightings[i].jumped) last = i; // the point was teleported, so no line leads to it
        if (path.line <= 0.0F || sightings[i].frame % every != 0) continue;
        if (last < i)
            canvas.picture.line(at(last), at(i), path.line, draw::faded(path.colour, 0.55F * (1.0F - age(i))));
        last = i;
    }
    for (std::size_t i = first; i < size; ++i)
        if (path.dot > 0.0F && sightings[i].frame % every == 0)
            canvas.picture.disc(at(i), path.dot, draw::faded(path.colour, 0.9F * (1.0F - age(i))));
}

} // namespace scenes
