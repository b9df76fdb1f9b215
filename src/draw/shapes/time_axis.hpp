// draw/shapes/time_axis.hpp -- maps a time span of a microsecond to an hour to a row of pixels
#pragma once

#include "draw/shapes/picture.hpp"
#include "timestep/time.hpp"

#include <string>
#include <vector>

namespace draw
{

using timestep::Nanos;

/// The time from one clock reading to a later one.
struct TimeSpan
{
    Nanos from{};
    Nanos to{};

    Nanos length() const { return to - from; }
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

inline constexpr Nanos shortest_span{1'000};            ///< shortest span to show: a microsecond
inline constexpr Nanos longest_span{3'600'000'000'000}; ///< longest span to show: an hour

/// Returns the span with its length multiplied by `factor` (below 1 zooms in), at least shortest_span and at most
/// longest_span. The time `around` keeps its position on the screen.
TimeSpan zoomed(TimeSpan span, double factor, Nanos around);
/// Returns the span moved into `limits`. If it is longer than `limits`, it begins where `limits` begins.
TimeSpan moved_into(TimeSpan span, TimeSpan limits);

class TimeAxis
{
public:
    /// The axis reaches from pixel `left` to pixel `right` and is at least one pixel wide. A span shorter than
    /// shortest_span is extended to that length.
    TimeAxis(TimeSpan span, float left, float right);

    TimeSpan span() const { return span_; }
    float left() const { return left_; }
    float right() const { return right_; }
    float width() const { return right_ - left_; }

    /// Returns the pixel of `time`, clamped to 8 pixels beyond the ends. So shapes that begin or end outside of the
    /// axis can still be drawn.
    float x(Nanos time) const;
    /// Returns the time at pixel `x`.
    Nanos time(float x) const;
    /// Returns the length of a duration in pixels; not clamped.
    float length(Nanos time) const { return static_cast<float>(static_cast<double>(time.count()) * pixels_per_ns_); }
    /// Returns the duration of a number of pixels; at least a nanosecond.
    Nanos length(float pixels) const;

private:
    TimeSpan span_;
    float left_;
    float right_;
    double pixels_per_ns_;
};

/// A mark on a time axis. Marks without text lie between marks with text.
struct Tick
{
    Nanos at{};
    std::string text{};
};

struct Ticks
{
    std::vector<Tick> ticks;
    /// The time from which the texts count, such as "12.417 s", if full times would be too long. Empty if the texts are
    /// full times.
    std::string base;
};

/// Returns ticks at round times. Ticks with text are at least `apart` pixels apart. There are no ticks below zero.
Ticks ticks_of(const TimeAxis& axis, float apart);

} // namespace draw
