#include "views/timeline/row.hpp"

#include <algorithm>
#include <cmath>

namespace views::timeline
{

namespace
{
constexpr float column_width = 2.0F; // width in points of a column in which narrow shapes are gathered
// Neighbouring columns whose levels differ by less than this are one box.
constexpr float level_step = 0.05F;
} // namespace

void Row::block(float left, float right, draw::Colour colour, float top, float bottom) const
{
    left  = std::max(left, area.x);
    right = std::min(right, area.right());
    if (right <= left) return;
    const float low = area.y + top * area.h;
    picture.box({left, low, right - left, (bottom - top) * area.h}, right - left > px(14) ? px(2) : 0, colour);
}

void Row::bar(timestep::Nanos from, timestep::Nanos to, draw::Colour colour, float top, float bottom) const
{
    const float left  = axis.x(from);
    const float right = axis.x(to);
    const float gap   = right - left > narrow() ? px(1) : 0;
    block(left, std::max(right - gap, left + px(1)), colour, top, bottom);
}

bool Row::write_within(float left, float right, std::initializer_list<std::string> texts, draw::Colour colour) const
{
    left             = std::max(left, area.x);
    right            = std::min(right, area.right());
    const float line = px(13.5F);
    if (area.h < px(13)) return false;
    for (const std::string& text : texts)
    {
        if (width_of(text, draw::Font::figures, style.scale) + px(4) > right - left) continue;
        picture.write_figures({(left + right) / 2, area.y + (area.h - line) / 2}, text, colour, draw::Align::centre);
        return true;
    }
    return false;
}

Columns::Columns(const Row& row)
    : axis_{row.axis}
    , width_{row.px(column_width)}
    , columns_(static_cast<std::size_t>(std::ceil(row.axis.width() / width_)))
{
}

float Columns::x(std::size_t column) const { return axis_.left() + static_cast<float>(column) * width_; }

std::size_t Columns::column_at(float x) const
{
    const float column = std::floor((x - axis_.left()) / width_);
    return static_cast<std::size_t>(std::clamp(column, 0.0F, static_cast<float>(columns_.size() - 1)));
}

void Columns::add(timestep::Nanos from, timestep::Nanos to, const Column& what)
{
    if (to < axis_.span().from || from > axis_.span().to) return;
    const std::size_t begin = column_at(axis_.x(from));
    const std::size_t end   = column_at(axis_.x(to));
    columns_[begin].count += what.count;
    columns_[begin].time += what.time;
    for (std::size_t i = begin; i <= end; ++i)
    {
        columns_[i].kind  = std::max(columns_[i].kind, what.kind);
        columns_[i].level = std::max(columns_[i].level, what.level);
    }
}

void Columns::add_share(timestep::Nanos from, timestep::Nanos to, int kind)
{
    if (to <= axis_.span().from || from >= axis_.span().to || to <= from) return;
    const float left        = axis_.x(from);
    const float right       = axis_.x(to);
    const std::size_t begin = column_at(left);
    const std::size_t end   = column_at(right);
    for (std::size_t i = begin; i <= end; ++i)
    {
        const float part = std::min(right, x(i + 1)) - std::max(left, x(i));
        if (part <= 0.0F) continue;
        columns_[i].level = std::min(columns_[i].level + part / width_, 1.0F);
        columns_[i].kind  = std::max(columns_[i].kind, kind);
    }
}

bool Columns::joins(const Column& a, const Column& b, bool by_level)
{
    return a.kind == b.kind && (!by_level || std::abs(a.level - b.level) < level_step);
}

// In every frame, frame time == stepped time + change of the carried time + dropped time + filter error. So the steps
// of neighbouring frames touch each other on the time axis. There are two exceptions: dropped time leaves a gap; and if
// a loop simulates more time than passes, its steps are drawn shorter.
StepSpan span_of_steps(const telemetry::Frames& frames, std::size_t i)
{
    const telemetry::FrameSample& f = frames[i];
    const timestep::Nanos to        = f.wall - f.plan.carried;
    StepSpan span{.from = to - f.plan.stepped, .to = to, .gap_from = to - f.plan.stepped};
    if (f.plan.dropped > timestep::Nanos::zero()) span.gap_from = span.from - f.plan.dropped;
    if (f.plan.dropped >= timestep::Nanos::zero() || i == 0) return span;
    const timestep::Nanos before = frames[i - 1].wall - frames[i - 1].plan.carried;
    span.made_up                 = true;
    span.from                    = std::clamp(before, span.from, to);
    span.gap_from                = span.from;
    return span;
}

} // namespace views::timeline
