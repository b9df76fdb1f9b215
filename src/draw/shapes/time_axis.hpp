// draw/shapes/time_axis.hpp -- converts between times and horizontal pixels, for spans from a microsecond to an hour
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace draw
{

using timestep::Nanos;

struct TimeSpan
{
    Nanos from{};
    Nanos to{};

    Nanos length() const { return to - from; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

inline constexpr Nanos shortest_span{1'000};
inline constexpr Nanos longest_span{3'600'000'000'000};

/// Multiplies the span's length by `factor`, from shortest_span to longest_span. `fixed_time` keeps its position.
TimeSpan scaled_span(TimeSpan span, double factor, Nanos fixed_time);
/// Shifts `span` into `limits`. If `span` is longer than `limits`, both begin at the same time.
TimeSpan moved_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// A width below one pixel is extended to one pixel, a shorter span to shortest_span.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// x coordinate in pixels, clamped to 8 pixels beyond the ends of the axis, for partly visible shapes.
    float x(Nanos time) const;
    Nanos time(float x) const;
    /// Length of a duration in pixels; not clamped.
    float length(Nanos time) const { return static_cast<float>(static_cast<double>(time.count()) * pixels_per_ns_); }
    /// Duration of a length in pixels; at least 1 ns.
    Nanos length(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A mark on a time axis; `label` is empty if the tick has none.
struct Tick
{
    Nanos time{};
    std::string label{};
};

struct Ticks
{
    std::vector<Tick> ticks;
    /// Time that is subtracted in all labels, such as "12.417 s"; empty if the labels are complete times.
    std::string base;
};

/// Ticks at round, non-negative times, with labels at least `min_label_distance` pixels apart.
Ticks ticks_of(const TimeAxis& axis, float min_label_distance);

} // namespace draw
