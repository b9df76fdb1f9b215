#include "view/stage.hpp"

#include "lab/lane_verdict.hpp"
#include "telemetry/metrics.hpp"
#include "view/parts/age.hpp"
#include "view/parts/arrow.hpp"
#include "view/parts/film_strip.hpp"
#include "view/parts/stopwatches.hpp"
#include "view/scene_view.hpp"
#include "view/zoom_out.hpp"

#include <algorithm>
#include <cmath>

namespace view
{

namespace
{

// Cells of a grid, row by row; the last row may be shorter.
struct Grid
{
    Rect stage;
    std::size_t lanes;
    std::size_t columns;
    float gap;

    std::size_t rows() const { return (lanes + columns - 1) / columns; }
    // Borders stay sharp, and where gaps take all the room there is still a lane.
    static float whole(float length) { return std::max(std::floor(length), 1.0F); }
    Rect cell(std::size_t i) const
    {
        const auto c             = static_cast<float>(columns);
        const auto r             = static_cast<float>(rows());
        const float w            = whole((stage.w - gap * (c - 1)) / c);
        const float h            = whole((stage.h - gap * (r - 1)) / r);
        const std::size_t row    = i / columns;
        const std::size_t column = i % columns;
        return {stage.x + static_cast<float>(column) * (w + gap), stage.y + static_cast<float>(row) * (h + gap), w, h};
    }
    // The height of the largest picture of that shape that fits in a cell.
    float size(float aspect) const { return std::min(cell(0).w / aspect, cell(0).h); }
};

// A ring where the state before was, a dot where the newest is: an interpolated picture lies between the two.
void draw_states(const SceneCanvas& s)
{
    const Colour ink = mix(s.loop(), s.theme().ink, 0.45F);
    for (const physics::Vec2 at : s.bodies(s.moment.before)) s.picture.ring(s.at(at), s.px(5), s.px(1.6F), ink);
    for (const physics::Vec2 at : s.bodies(s.moment.newest))
    {
        s.picture.disc(s.at(at), s.px(4), s.theme().ground);
        s.picture.disc(s.at(at), s.px(3), ink);
    }
}

// The way of the next thirtieth of a second, at the speed of the last step.
void draw_velocities(const SceneCanvas& s)
{
    constexpr double ahead = 1.0 / 30;
    const double step      = s.moment.sample.plan.dt_seconds;
    const auto before      = s.bodies(s.moment.before);
    const auto newest      = s.bodies(s.moment.newest);
    const auto shown       = s.bodies(s.moment.shown);
    if (step <= 0.0 || before.size() != newest.size() || shown.size() != newest.size()) return;
    for (std::size_t i = 0; i < shown.size(); ++i)
        draw_arrow(s, s.at(shown[i]), s.at(shown[i] + (ahead / step) * (newest[i] - before[i])), s.theme().ink);
}

constexpr timestep::Nanos seen_age{1'000'000};

// From the picture to where the game is, as far as the loop knows: how old it is.
void draw_ages(const SceneCanvas& s)
{
    const SceneView& view          = view_of(s.world);
    const timestep::StepPlan& plan = s.moment.sample.plan;
    const timestep::Nanos age      = telemetry::picture_age(s.moment.sample);
    if (view.handles == nullptr || age <= seen_age || plan.dt_seconds <= 0.0) return;
    const auto before = s.bodies(s.moment.before);
    const auto newest = s.bodies(s.moment.newest);
    const auto shown  = view.handles(s.world, s.moment.shown);
    if (before.size() != newest.size() || shown.size() != newest.size()) return;
    const double on = timestep::to_seconds(plan.carried) / plan.dt_seconds;
    for (std::size_t i = 0; i < shown.size(); ++i)
        draw_age(s, s.at(shown[i].at), s.camera.length(shown[i].radius), s.at(newest[i] + on * (newest[i] - before[i])),
                 age);
}

std::vector<Handle> handles_of(const lab::Lane& lane)
{
    const SceneView& view = view_of(lane.world());
    return view.handles == nullptr ? std::vector<Handle>{} : view.handles(lane.world(), lane.presented());
}

} // namespace

Rect scene_area(Rect lane)
{
    constexpr float strip = 4.5F;   // width by height from which on words and scene go side by side
    constexpr float words = 160.0F; // points that a badge takes
    if (lane.w < strip * lane.h) return lane;
    const float gutter = std::clamp(words, 0.17F * lane.w, 0.4F * lane.w);
    return {lane.x + gutter, lane.y, lane.w - gutter, lane.h};
}

Camera camera_for(const physics::World& world, Rect area, const Lens& lens)
{
    return through(lens, view_of(world).camera(world, scene_area(area)), scene_area(area));
}

namespace
{

double zoom_out_of(const lab::Lane& lane, const telemetry::Frames& frames, Rect area)
{
    if (!view_of(lane.world()).steps_back) return 1.0;
    return zoom_out(frames, camera_for(lane.world(), area), scene_area(area));
}

// The lane's frames up to the moment, which need not be the newest.
telemetry::Frames frames_until(const lab::Lane& lane, const physics::Moment& moment)
{
    const telemetry::Frames all{lane.samples()};
    return all.first(all.first_from(moment.sample.wall + timestep::Nanos{1}));
}

double zoom_out_at(const lab::Lane& lane, const physics::Moment& moment, Rect area)
{
    return zoom_out_of(lane, frames_until(lane, moment), area);
}

// The past of the first motion that `rings` shows: a perfect PC's, or exact mathematics'.
const telemetry::Ring<physics::ReferenceDot>* dots_of(const lab::References& references, Rings rings)
{
    if (has_perfect(rings)) return &references.perfect.dots();
    return has_mathematics(rings) && references.mathematics ? &references.mathematics->dots() : nullptr;
}

Camera further(const physics::World& world, Rect area, Lens lens, double out)
{
    lens.zoom /= out;
    return camera_for(world, area, lens);
}

} // namespace

Camera camera_for(const lab::Lane& lane, Rect area, const Lens& lens)
{
    return further(lane.world(), area, lens, zoom_out_of(lane, lane.samples(), area));
}

std::vector<Rect> lanes_on(Rect stage, std::size_t lanes, const physics::World& world, float gap)
{
    const float aspect = view_of(world).aspect;
    Grid best{stage, lanes, 1, gap};
    for (std::size_t columns = 2; columns <= lanes; ++columns)
        if (const Grid grid{stage, lanes, columns, gap}; grid.size(aspect) > best.size(aspect)) best = grid;
    std::vector<Rect> areas;
    for (std::size_t i = 0; i < lanes; ++i) areas.push_back(best.cell(i));
    return areas;
}

std::optional<Grip> grip_of(const lab::Lane& lane, Rect area, const Lens& lens)
{
    const std::vector<Handle> handles = handles_of(lane);
    if (handles.empty()) return std::nullopt;
    const Camera camera = camera_for(lane, area, lens);
    return Grip{camera.at(handles.front().at), camera.length(handles.front().radius)};
}

bool grabs(const lab::Lane& lane, Rect area, Point hand, float reach, const Lens& lens)
{
    const Camera camera = camera_for(lane, area, lens);
    return std::ranges::any_of(handles_of(lane),
                               [&](const Handle& handle)
                               {
                                   const Point at  = camera.at(handle.at);
                                   const float far = camera.length(handle.radius) + reach;
                                   const float dx  = hand.x - at.x;
                                   const float dy  = hand.y - at.y;
                                   return dx * dx + dy * dy <= far * far;
                               });
}

void add_frame(Trace& trace, const lab::Lane& lane, const physics::Moment& presented)
{
    trace.add(lane.world(), lane.began(), presented);
}

void add_newest_frame(Trace& trace, const lab::Lane& lane)
{
    if (!lane.samples().empty()) add_frame(trace, lane, lane.newest());
}

namespace
{
SceneCanvas canvas_of(Picture& picture, const lab::Lane& lane, const physics::Moment& moment, const Trace& trace,
                      const lab::ViewSettings& show, Rect area, const StageStyle& style)
{
    const double out = zoom_out_at(lane, moment, area);
    return {{picture, style, scene_area(area)},
            lane.world(),
            moment,
            frames_until(lane, moment),
            trace,
            dots_of(lane.references(), show.rings),
            show.rings,
            show.trail,
            further(lane.world(), area, show.lens, out),
            out,
            lab::verdict_of(lane, moment).kind == lab::LaneVerdict::Kind::stutters};
}
} // namespace

void draw_stage(Picture& picture, const lab::Lane& lane, const physics::Moment& moment, const Trace& trace,
                const lab::ViewSettings& show, Rect area, const StageStyle& style, const Rect* band)
{
    const Rect scene = scene_area(area);
    picture.clear(band != nullptr ? common(scene, *band) : scene, style.theme.ground);
    const SceneCanvas canvas = canvas_of(picture, lane, moment, trace, show, area, style);
    view_of(lane.world()).draw(canvas);
    if (has_perfect(show.rings))
    {
        draw_stopwatches(canvas);
        draw_film_strip(canvas, lane);
        draw_ages(canvas);
    }
    if (show.states) draw_states(canvas);
    if (show.velocity) draw_velocities(canvas);
}

void draw_pointer(Picture& picture, const lab::Lane& lane, const physics::Moment& moment, const lab::ViewSettings& show,
                  Rect area, const StageStyle& style)
{
    const std::vector<Handle> bodies = bodies_of(lane.world(), moment.shown);
    if (bodies.empty()) return;
    const Camera camera = further(lane.world(), area, show.lens, zoom_out_at(lane, moment, area));
    const float point   = style.scale;
    const float radius  = std::max(camera.length(bodies.front().radius), 12 * point);
    const Point body    = camera.at(bodies.front().at);
    const Point tip{body.x, std::max(body.y - radius - 2 * point, area.y + 14 * point)};
    const Colour ink = style.theme.warning;
    picture.triangle({tip.x - 7 * point, tip.y - 10 * point}, {tip.x + 7 * point, tip.y - 10 * point}, tip, ink);
    picture.line({tip.x, tip.y - 22 * point}, {tip.x, tip.y - 8 * point}, 3 * point, ink);
}

void draw_belief(Picture& picture, const lab::Lane& lane, const physics::Moment& moment, const lab::Believed& belief,
                 const lab::ViewSettings& show, Rect area, const StageStyle& style)
{
    const Camera camera              = further(lane.world(), area, show.lens, zoom_out_at(lane, moment, area));
    const physics::World& its        = belief.lane.world();
    const auto guessed               = view_of(its).guessed;
    const std::vector<Handle> bodies = (guessed != nullptr ? guessed : bodies_of)(its, belief.moment.shown);
    const float least                = guessed != nullptr ? 2.0F : 12.0F; // points
    for (const Handle& body : bodies)
    {
        const Point at     = camera.at(body.at);
        const float radius = std::max(camera.length(body.radius), least * style.scale);
        picture.disc(at, radius, faded(style.theme.ink, 0.25F));
        picture.ring(at, radius, 1.5F * style.scale, style.theme.accent);
    }
    if (bodies.empty()) return;
    const Point first  = camera.at(bodies.front().at);
    const float radius = std::max(camera.length(bodies.front().radius), least * style.scale);
    picture.write({.at     = {first.x + radius + 4 * style.scale, first.y + radius - 8 * style.scale},
                   .text   = "your guess",
                   .colour = style.theme.accent});
}

} // namespace view
