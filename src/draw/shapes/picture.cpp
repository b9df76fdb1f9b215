#include "draw/shapes/picture.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace draw
{

namespace
{

// True if `area` and the rectangle with these edges overlap. False if a coordinate is NaN.
bool overlaps(Rect area, float left, float top, float right, float bottom)
{
    return left <= area.right() && right >= area.x && top <= area.bottom() && bottom >= area.y;
}

// Clips a line at one edge. Returns false if no part of the line is left. Distances are positive inside the edge.
bool clip_at_edge(float distance_inside, float distance_change, float& visible_begin_t, float& visible_end_t)
{
    if (distance_change == 0.0F) return distance_inside >= 0.0F;
    const float crossing_t = -distance_inside / distance_change;
    if (distance_change > 0.0F)
        visible_begin_t = std::max(visible_begin_t, crossing_t);
    else
        visible_end_t = std::min(visible_end_t, crossing_t);
    return visible_begin_t <= visible_end_t;
}

// Clips the line from `a` to `b` (Liang and Barsky, 1984). Returns false if no part of it is inside of `area`.
bool clip_line(Rect area, Point& a, Point& b)
{
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    if (!std::isfinite(dx) || !std::isfinite(dy)) return false;
    float visible_begin_t = 0.0F;
    float visible_end_t = 1.0F;
    if (!clip_at_edge(a.x - area.x, dx, visible_begin_t, visible_end_t) ||
        !clip_at_edge(area.right() - a.x, -dx, visible_begin_t, visible_end_t) ||
        !clip_at_edge(a.y - area.y, dy, visible_begin_t, visible_end_t) ||
        !clip_at_edge(area.bottom() - a.y, -dy, visible_begin_t, visible_end_t))
        return false;
    const Point start = a;
    if (visible_begin_t > 0.0F) a = {start.x + visible_begin_t * dx, start.y + visible_begin_t * dy};
    if (visible_end_t < 1.0F) b = {start.x + visible_end_t * dx, start.y + visible_end_t * dy};
    return true;
}

} // namespace

Rect intersection(const Rect& a, const Rect& b)
{
    const float x = std::max(a.x, b.x);
    const float y = std::max(a.y, b.y);
    return {x, y, std::max(std::min(a.right(), b.right()) - x, 0.0F),
            std::max(std::min(a.bottom(), b.bottom()) - y, 0.0F)};
}

void Picture::reset(Rect area, Colour background)
{
    area_ = area;
    background_ = background;
    shapes_.clear();
    labels_.clear();
}

void Picture::add_rounded_box(const RoundedBox& box)
{
    const float margin = box.radius + 0.5F * (box.outline_width + box.blur_width) + 1.0F;
    const float half_extent_x = std::abs(box.cos) * box.half_w + std::abs(box.sin) * box.half_h + margin;
    const float half_extent_y = std::abs(box.sin) * box.half_w + std::abs(box.cos) * box.half_h + margin;
    const bool is_valid =
        box.radius >= 0.0F && box.half_w >= 0.0F && box.half_h >= 0.0F && std::isfinite(half_extent_x + half_extent_y);
    if (is_valid && box.colour.a > 0.0F &&
        overlaps(area_, box.x - half_extent_x, box.y - half_extent_y, box.x + half_extent_x, box.y + half_extent_y))
        shapes_.emplace_back(box);
}

void Picture::add_quad(const std::array<Point, 4>& corners, Colour colour)
{
    const auto [left, right] = std::ranges::minmax(corners, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(corners, {}, &Point::y);
    const bool is_finite =
        std::ranges::all_of(corners, [](Point p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    if (is_finite && colour.a > 0.0F && overlaps(area_, left.x, top.y, right.x, bottom.y))
        shapes_.emplace_back(Quad{corners, colour});
}

void Picture::add_disc(Point centre, float radius, Colour colour, float blur_width)
{
    add_rounded_box({.x = centre.x, .y = centre.y, .radius = radius, .blur_width = blur_width, .colour = colour});
}

void Picture::add_lit_ball(Point centre, float radius, Colour colour)
{
    add_rounded_box({.x = centre.x, .y = centre.y, .radius = radius, .is_lit_ball = true, .colour = colour});
}

void Picture::add_circle_outline(Point centre, float radius, float outline_width, Colour colour)
{
    add_rounded_box({.x = centre.x, .y = centre.y, .radius = radius, .outline_width = outline_width, .colour = colour});
}

void Picture::add_rectangle(Rect rect, float corner_radius, Colour colour, float outline_width)
{
    const float radius = std::min({corner_radius, rect.w / 2, rect.h / 2});
    add_rounded_box({.x = rect.x + rect.w / 2,
                     .y = rect.y + rect.h / 2,
                     .half_w = rect.w / 2 - radius,
                     .half_h = rect.h / 2 - radius,
                     .radius = radius,
                     .outline_width = outline_width,
                     .colour = colour});
}

void Picture::add_line(Point a, Point b, float width, Colour colour)
{
    const float margin = 64.0F + width;
    if (!clip_line({area_.x - margin, area_.y - margin, area_.w + 2 * margin, area_.h + 2 * margin}, a, b)) return;
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    const float length = std::sqrt(dx * dx + dy * dy);
    if (length <= 0.0F)
    {
        add_disc(a, width / 2, colour);
        return;
    }
    add_rounded_box({.x = (a.x + b.x) / 2,
                     .y = (a.y + b.y) / 2,
                     .half_w = length / 2,
                     .cos = dx / length,
                     .sin = dy / length,
                     .radius = width / 2,
                     .colour = colour});
}

void Picture::add_label(Label label)
{
    if (area_.contains(label.anchor) && !label.text.empty()) labels_.push_back(std::move(label));
}

} // namespace draw
