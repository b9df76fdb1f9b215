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

inline constexpr Nanos shortest_span{1'000};            ///< shortest span that an axis shows: a microsecond
inline constexpr Nanos longest_span{3'600'000'000'000}; ///< longest span that an axis shows: an hour

/// Multiplies the length by `factor`, within shortest_span and longest_span. The time `fixed_time` keeps its place.
TimeSpan zoomed_span(TimeSpan span, double factor, Nanos fixed_time);
/// Moves `span` into `limits`. A longer span begins where `limits` begins.
TimeSpan moved_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// The axis is at least one pixel wide. A shorter span is extended to shortest_span.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// Pixels; at most 8 beyond the ends of the axis, so that a shape that is partly outside can be drawn.
    float x(Nanos time) const;
    Nanos time(float x) const;
    /// Pixels; the duration may be longer than the axis.
    float length(Nanos time) const { return static_cast<float>(static_cast<double>(time.count()) * pixels_per_ns_); }
    /// At least a nanosecond.
    Nanos length(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A mark on a time axis, with a label or without one.
struct Tick
{
    Nanos at{};
    std::string text{};
};

struct Ticks
{
    std::vector<Tick> ticks;
    /// Time to which the labels are relative, such as "12.417 s"; empty if they are complete times.
    std::string base;
};

/// Ticks at round times, none of them negative. Two labels are at least `min_label_distance` pixels apart.
Ticks ticks_of(const TimeAxis& axis, float min_label_distance);

} // namespace draw
