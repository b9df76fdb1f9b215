// The cameras of the stage, and the areas of the lanes on it.
#include "scenes/drawing/canvas.hpp"
#include "views/stage.hpp"

#include <algorithm>
#include <cmath>

namespace views
{

namespace
{

// A grid of cells, one for each lane. It is filled row by row; the last row may be shorter.
struct LaneGrid
{
    draw::Rect stage;
    std::size_t lanes;
    std::size_t columns;
    float gap;

    std::size_t rows() const { return (lanes + columns - 1) / columns; }
    // Whole pixels, so that borders are sharp; at least 1, so that no cell is empty.
    static float whole(float length) { return std::max(std::floor(length), 1.0F); }
    draw::Rect cell(std::size_t i) const
    {
        const auto c             = static_cast<float>(columns);
        const auto r             = static_cast<float>(rows());
        const float w            = whole((stage.w - gap * (c - 1)) / c);
        const float h            = whole((stage.h - gap * (r - 1)) / r);
        const std::size_t row    = i / columns;
        const std::size_t column = i % columns;
        return {stage.x + static_cast<float>(column) * (w + gap), stage.y + static_cast<float>(row) * (h + gap), w, h};
    }
    // Height in pixels of the largest picture in one cell; `aspect` is its width / height.
    float size(float aspect) const { return std::min(cell(0).w / aspect, cell(0).h); }
};

std::vector<scenes::GrabHandle> handles_of(const lab::Lane& lane)
{
    const scenes::SceneView view = scenes::view_of(lane.world());
    return view.handles == nullptr ? std::vector<scenes::GrabHandle>{} : view.handles(lane.world(), lane.presented());
}

} // namespace

draw::Rect scene_area(draw::Rect lane, float scale)
{
    // Smallest width / height of an area with texts left of the scene. In a narrower area they are above it.
    constexpr float strip = 4.5F;
    constexpr float words = 200.0F; // width in points of the texts beside the scene
    if (lane.w < strip * lane.h) return lane;
    const float gutter = std::clamp(words * scale, 0.17F * lane.w, 0.5F * lane.w);
    return {lane.x + gutter, lane.y, lane.w - gutter, lane.h};
}

scenes::Camera camera_for(const scenes::World& world, draw::Rect area, const view::Lens& lens, float scale)
{
    const draw::Rect scene = scene_area(area, scale);
    return scenes::through(lens, scenes::view_of(world).camera(world, scene), scene);
}

namespace
{
// Share of half the picture's width. If a body is farther from the middle, the camera zooms out.
constexpr double margin      = 0.85;
constexpr double gone        = 1e6;  // position in metres; a body farther out is ignored
constexpr double come_back   = -0.5; // change of the zoom factor while the camera returns, in powers of ten per second
constexpr double look_back_s = 12.0; // in seconds; frames older than this have no effect on the camera
} // namespace

double zoom_out(const telemetry::Frames& frames, const scenes::Camera& camera, draw::Rect area)
{
    if (frames.empty() || !(std::abs(frames.back().shown_x) < gone)) return 1.0;
    const double left   = camera.metres({area.x, 0}).x;
    const double right  = camera.metres({area.right(), 0}).x;
    const double middle = 0.5 * (left + right);
    const double reach  = margin * 0.5 * (right - left);
    double out          = 1.0;
    for (std::size_t i = frames.size(); i-- > 0;)
    {
        const telemetry::FrameSample& f = frames[i];
        const double age                = timestep::to_seconds(frames.back().wall - f.wall);
        if (age > look_back_s) break;
        const double then = std::abs(f.shown_x) < gone ? std::abs(f.shown_x - middle) / reach : 0.0;
        // The power is at most 1, so a frame with `then` <= `out` cannot raise `out`: nothing is computed.
        if (then > out) out = std::max(out, then * std::pow(10.0, come_back * age));
        if ((f.events & (telemetry::reset | telemetry::loop_changed)) != 0) break;
    }
    return out;
}

namespace
{
double zoom_out_of(const lab::Lane& lane, const telemetry::Frames& frames, draw::Rect area, float scale)
{
    if (!scenes::view_of(lane.world()).zooms_out) return 1.0;
    return zoom_out(frames, camera_for(lane.world(), area, {}, scale), scene_area(area, scale));
}
} // namespace

telemetry::Frames frames_until(const lab::Lane& lane, const scenes::Moment& moment)
{
    const telemetry::Frames all{lane.samples()};
    return all.first(all.first_from(moment.sample.wall + timestep::Nanos{1}));
}

double zoom_out_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, float scale)
{
    return zoom_out_of(lane, frames_until(lane, moment), area, scale);
}

scenes::Camera camera_at(const lab::Lane& lane, const scenes::Moment& moment, draw::Rect area, view::Lens lens,
                         float scale)
{
    lens.zoom /= zoom_out_at(lane, moment, area, scale);
    return camera_for(lane.world(), area, lens, scale);
}

scenes::Camera camera_for(const lab::Lane& lane, draw::Rect area, view::Lens lens, float scale)
{
    lens.zoom /= zoom_out_of(lane, lane.samples(), area, scale);
    return camera_for(lane.world(), area, lens, scale);
}

std::vector<draw::Rect> lanes_on(draw::Rect stage, std::size_t lanes, const scenes::World& world, float gap)
{
    const float aspect = scenes::view_of(world).aspect;
    LaneGrid best{stage, lanes, 1, gap};
    for (std::size_t columns = 2; columns <= lanes; ++columns)
        if (const LaneGrid grid{stage, lanes, columns, gap}; grid.size(aspect) > best.size(aspect)) best = grid;
    std::vector<draw::Rect> areas;
    for (std::size_t i = 0; i < lanes; ++i) areas.push_back(best.cell(i));
    return areas;
}

std::optional<Grip> grip_of(const lab::Lane& lane, draw::Rect area, const view::Lens& lens, float scale)
{
    const std::vector<scenes::GrabHandle> handles = handles_of(lane);
    if (handles.empty()) return std::nullopt;
    const scenes::Camera camera = camera_for(lane, area, lens, scale);
    return Grip{camera.at(handles.front().at), camera.length(handles.front().radius)};
}

} // namespace views
