#include "views/phase_portrait.hpp"

#include "base/number.hpp"
#include "draw/shapes/draw_context.hpp"
#include "sim/physics/portable_math.hpp"
#include "views/plots.hpp"
#include "views/stability_diagram.hpp"

#include <algorithm>
#include <cmath>

namespace views::phase
{

namespace
{
constexpr double max_linear_ratio = 2.5; // largest max_distance / exact_motion_max_distance without a logarithmic scale
constexpr double border_ratio = 1.12; // distance at the border / max_distance
constexpr double max_stretch = 2.0; // largest width / height of the circles that mark distances
constexpr double max_distance_ratio = 1e12; // max_distance is clamped to this number of times exact_motion_max_distance
} // namespace

PhaseToPixelMapping::PhaseToPixelMapping(draw::Rect area, double exact_motion_max_distance, double max_distance)
    : area_{area}
    , exact_motion_max_distance_{std::max(exact_motion_max_distance, 1e-9)}
    , max_distance_{std::clamp(max_distance, exact_motion_max_distance_,
                               exact_motion_max_distance_ * max_distance_ratio)}
    , is_logarithmic_{max_distance_ > max_linear_ratio * exact_motion_max_distance_}
    , pixels_per_unit_{static_cast<double>(std::min(area.w, area.h)) / 2 /
                       (scaled_distance(max_distance_) * border_ratio)}
    , stretch_{std::clamp(static_cast<double>(area.w / area.h), 1.0, max_stretch)}
{
}

double PhaseToPixelMapping::scaled_distance(double distance) const
{
    return is_logarithmic_ ? exact_motion_max_distance_ * std::asinh(2.0 * distance / exact_motion_max_distance_) / 2.0
                           : distance;
}

float PhaseToPixelMapping::circle_half_width_px(double radius_m) const
{
    return static_cast<float>(scaled_distance(radius_m) * pixels_per_unit_ * stretch_);
}

draw::Point PhaseToPixelMapping::clamped_pixel_at(PhaseState state) const
{
    const double distance = std::hypot(state.x, state.v);
    const double border_distance = scaled_distance(max_distance_) * border_ratio;
    const double pixels_per_metre =
        distance > 0.0 ? std::min(scaled_distance(distance), border_distance) * pixels_per_unit_ / distance : 0.0;
    return {area_.x + area_.w / 2 + static_cast<float>(state.x * pixels_per_metre * stretch_),
            area_.y + area_.h / 2 - static_cast<float>(state.v * pixels_per_metre)};
}

std::vector<double> PhaseToPixelMapping::circle_radii_m() const
{
    std::vector<double> radii_m;
    const double power_of_ten = std::pow(10.0, std::floor(std::log10(exact_motion_max_distance_) + 1e-9));
    if (!is_logarithmic_)
    {
        double spacing = power_of_ten * 0.5;
        if (exact_motion_max_distance_ / power_of_ten > 1.2) spacing = power_of_ten;
        if (exact_motion_max_distance_ / power_of_ten > 2.5) spacing = power_of_ten * 2;
        for (double radius_m = spacing; radius_m <= max_distance_ * border_ratio; radius_m += spacing)
            radii_m.push_back(radius_m);
        return radii_m;
    }
    const double decades = std::log10(max_distance_ / power_of_ten);
    const double radius_ratio = std::pow(10.0, std::max(std::ceil(decades / 5.0), 1.0));
    for (double radius_m = power_of_ten; radius_m <= max_distance_ * border_ratio; radius_m *= radius_ratio)
        radii_m.push_back(radius_m);
    return radii_m;
}

std::vector<PhaseState> exact_motion_states(const scenes::World& source_world, double velocity_divisor)
{
    if (source_world.type().start_exact_motion == nullptr) return {};
    scenes::World world = source_world;
    world.reset();
    const auto spring = world.fastest_vibration();
    const double period_s = spring ? sim::tau / spring->angular_frequency : 3.0;
    const bool is_damped = spring && spring->damping_ratio > 1e-3;
    const double duration_s =
        is_damped ? std::clamp(3.0 / (spring->damping_ratio * spring->angular_frequency), period_s, 12.0 * period_s)
                  : period_s;
    const int state_count = is_damped ? 480 : 160;
    scenes::AnyState state = {};
    std::vector<PhaseState> states;
    for (int i = 0; i <= state_count; ++i)
    {
        if (!world.write_exact_state(duration_s * i / state_count, state)) return {};
        const scenes::Observables observables = world.observables(state);
        states.push_back({observables.x, observables.v / velocity_divisor});
    }
    return states;
}

namespace
{

using telemetry::Frames;
using telemetry::FrameSample;

constexpr double trail_seconds = 3.0;
constexpr double stride_window_seconds = 0.5;
constexpr std::size_t max_selected_segments = 150; // limit for the selected lane's trail
constexpr std::size_t max_unselected_segments = 60; // limit for the trail of a lane that is not selected

struct PhaseTrail
{
    std::vector<std::size_t> frame_indices; // oldest first; their states are joined by lines
    timestep::Nanos newest_game_time{};
};

PhaseTrail trail_of(const Frames& frames, std::size_t segment_limit)
{
    PhaseTrail trail;
    if (frames.empty()) return trail;
    // The trail ends at the last frame that changed the state: after a blow-up the state is constant.
    std::size_t end_frame = frames.size();
    while (end_frame > 1 && frames[end_frame - 2].x == frames.back().x && frames[end_frame - 2].v == frames.back().v)
        --end_frame;
    trail.newest_game_time = frames[end_frame - 1].game_time;
    const timestep::Nanos trail_start = trail.newest_game_time - timestep::from_seconds(trail_seconds);
    const std::size_t first_frame =
        frames.first_index_from(trail_start, [](const FrameSample& s) { return s.game_time; });
    const timestep::Nanos stride_window_start = trail.newest_game_time - timestep::from_seconds(stride_window_seconds);
    const std::size_t stride_window_frame_count =
        end_frame - frames.first_index_from(stride_window_start, [](const FrameSample& s) { return s.game_time; });
    const std::size_t frame_stride = 1 + stride_window_frame_count / segment_limit;
    const std::size_t first_drawn_frame =
        std::max(first_frame, end_frame - std::min(end_frame, segment_limit * frame_stride));
    for (std::size_t i = first_drawn_frame; i < end_frame; ++i)
        if (i + 1 == end_frame || frames[i].frame_number % static_cast<std::int64_t>(frame_stride) == 0)
            trail.frame_indices.push_back(i);
    return trail;
}

struct Portrait : draw::DrawContext
{
    PhaseToPixelMapping mapping;
    double velocity_divisor;

    draw::Point clamped_pixel_at(const FrameSample& frame) const
    {
        return mapping.clamped_pixel_at({frame.x, frame.v / velocity_divisor});
    }
    static bool is_finite_state(const FrameSample& frame) { return std::isfinite(frame.x) && std::isfinite(frame.v); }

    void draw_trail(const PhaseLane& lane) const
    {
        const Frames& frames = lane.frames;
        const PhaseTrail trail = trail_of(frames, lane.is_selected ? max_selected_segments : max_unselected_segments);
        const float opacity = lane.is_selected ? 0.95F : 0.30F;
        for (std::size_t i = 1; i < trail.frame_indices.size(); ++i)
        {
            const FrameSample& from = frames[trail.frame_indices[i - 1]];
            const FrameSample& to = frames[trail.frame_indices[i]];
            if (!is_finite_state(from) || !is_finite_state(to) || (to.events & telemetry::world_reset) != 0) continue;
            const auto age =
                static_cast<float>(timestep::to_seconds(trail.newest_game_time - to.game_time) / trail_seconds);
            picture.add_line(clamped_pixel_at(from), clamped_pixel_at(to), to_pixels(lane.is_selected ? 1.6F : 1.1F),
                             draw::faded(lane.colour, opacity * (1.0F - 0.9F * age)));
        }
        if (frames.empty() || !is_finite_state(frames.back())) return;
        const draw::Point newest_point = clamped_pixel_at(frames.back());
        picture.add_disc(newest_point, to_pixels(lane.is_selected ? 4.5F : 3.0F),
                         draw::faded(lane.colour, lane.is_selected ? 1.0F : 0.7F));
        if (lane.is_selected)
            picture.add_circle_outline(newest_point, to_pixels(6.0F), to_pixels(1.2F), style.theme.text);
    }

    void draw_axes() const
    {
        const draw::Point middle{area.x + area.w / 2, area.y + area.h / 2};
        const float axis_half_height = std::min(area.w, area.h) / 2;
        const float axis_half_width =
            axis_half_height * mapping.circle_half_width_px(1.0) / mapping.circle_half_height_px(1.0);
        const draw::Colour axis_colour = draw::faded(style.theme.border, 0.9F);
        draw_horizontal_line(middle.x - axis_half_width, middle.y, 2 * axis_half_width, axis_colour);
        draw_vertical_line(middle.x, middle.y - axis_half_height, 2 * axis_half_height, axis_colour);
        float next_free_x_offset = 0.0F;
        for (const double radius_m : mapping.circle_radii_m())
        {
            const float half_width_px = mapping.circle_half_width_px(radius_m);
            draw_distance_circle(radius_m);
            const std::string radius_text = fmt::format("{} m", base::number_text(radius_m));
            const float label_width = text_width(radius_text, draw::Font::monospaced);
            if (half_width_px + label_width > area.w / 2 || half_width_px < next_free_x_offset) continue;
            next_free_x_offset = half_width_px + label_width + to_pixels(6);
            picture.add_monospaced_label({middle.x + half_width_px + to_pixels(2), middle.y - to_pixels(14)},
                                         radius_text, draw::faded(style.theme.dim_text, 0.8F));
        }
    }

    void draw_distance_circle(double radius_m) const
    {
        constexpr int segment_count = 36;
        const auto point_on_circle = [&](int i)
        {
            const double angle = sim::tau * i / segment_count;
            return mapping.clamped_pixel_at({radius_m * std::cos(angle), radius_m * std::sin(angle)});
        };
        for (int i = 0; i < segment_count; ++i)
            picture.add_line(point_on_circle(i), point_on_circle(i + 1), to_pixels(1),
                             draw::faded(style.theme.border, 0.9F));
    }

    void draw_exact_motion(const std::vector<PhaseState>& motion) const
    {
        for (std::size_t i = 1; i < motion.size(); ++i)
            if (i % 4 != 0) // a dashed line: every fourth piece is a gap
                picture.add_line(mapping.clamped_pixel_at(motion[i - 1]), mapping.clamped_pixel_at(motion[i]),
                                 to_pixels(1.2F), draw::faded(style.theme.text, 0.75F));
    }
};

// In rad/s.
double velocity_divisor_of(const PhaseData& data)
{
    if (const auto spring = data.world->fastest_vibration()) return spring->angular_frequency;
    double max_x = 0.0;
    double max_v = 0.0;
    for (const PhaseLane& lane : data.lanes)
        for (const std::size_t i : trail_of(lane.frames, max_unselected_segments).frame_indices)
        {
            if (!Portrait::is_finite_state(lane.frames[i])) continue;
            max_x = std::max(max_x, std::abs(lane.frames[i].x));
            max_v = std::max(max_v, std::abs(lane.frames[i].v));
        }
    return max_x > 0.0 && max_v > 0.0 ? max_v / max_x : 1.0;
}

void draw_phase_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::ViewStyle& style)
{
    const double velocity_divisor = velocity_divisor_of(data);
    const auto exact_motion = exact_motion_states(*data.world, velocity_divisor);
    double max_distance = 0.0; // of the selected lane
    double exact_motion_max_distance = 0.0;
    for (const PhaseLane& lane : data.lanes)
    {
        if (!lane.is_selected) continue;
        for (const std::size_t i : trail_of(lane.frames, max_selected_segments).frame_indices)
        {
            const double distance = std::hypot(lane.frames[i].x, lane.frames[i].v / velocity_divisor);
            if (std::isfinite(distance)) max_distance = std::max(max_distance, distance);
        }
    }
    for (const PhaseState& s : exact_motion)
        exact_motion_max_distance = std::max(exact_motion_max_distance, std::hypot(s.x, s.v));
    if (exact_motion.empty()) exact_motion_max_distance = max_distance;
    const Portrait portrait{
        {picture, style, area},
        PhaseToPixelMapping{area, exact_motion_max_distance, std::max(max_distance, exact_motion_max_distance)},
        velocity_divisor};

    portrait.draw_axes();
    for (const PhaseLane& lane : data.lanes)
        if (!lane.is_selected) portrait.draw_trail(lane);
    for (const PhaseLane& lane : data.lanes)
        if (lane.is_selected) portrait.draw_trail(lane);
    portrait.draw_exact_motion(exact_motion);
    const bool has_spring = data.world->fastest_vibration().has_value();
    const draw::Colour colour = style.theme.dim_text;
    picture.add_label({{area.x, area.y}, has_spring ? "v / w  against  x" : "v  against  x", colour});
    if (!exact_motion.empty() && area.w > portrait.to_pixels(400))
        picture.add_label({{area.x, area.y + portrait.to_pixels(17)}, "dashed: the exact motion", colour});
    if (portrait.mapping.is_logarithmic())
        picture.add_label({{area.x, area.bottom() - portrait.to_pixels(17)},
                           "zoomed out: rings are powers of ten",
                           style.theme.alarm});
}

} // namespace

} // namespace views::phase

namespace views
{

void redraw_phase_portrait(draw::Picture& picture, const PhaseData& data, draw::Rect area, const draw::ViewStyle& style)
{
    picture.reset(area, style.theme.panel_background);
    if (data.world == nullptr) return;
    const float diagram_width = std::min(300.0F * style.pixels_per_point, area.w * 0.46F);
    const float gap = 24.0F * style.pixels_per_point;
    const float min_portrait_width = 220.0F * style.pixels_per_point;
    draw::Rect portrait_area = area;
    if (data.world->fastest_vibration() && area.w - diagram_width - gap >= min_portrait_width)
    {
        portrait_area.w -= diagram_width + gap;
        draw_spring_stability_diagram(picture, data, {area.right() - diagram_width, area.y, diagram_width, area.h},
                                      style);
    }
    phase::draw_phase_portrait(picture, data, portrait_area, style);
}

} // namespace views
